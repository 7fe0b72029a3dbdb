// The row changes of a text's whole life, each stage one statement and one transaction: accept, claim, record of the carrier's
// answer, and receipts, with their three journal entries and the same content as the service writes. No text is looked for and no
// order checked: the script knows its texts.
import {
  deliveredEntry,
  type EntrySql,
  entryColumns,
  entryValues,
  newSalts,
  submittedEntry,
} from '../entry-sql.ts'
import { acceptBlock, acceptOne } from './bare-statement.ts'

const wanted = `wanted as materialized (
  select * from unnest(:advisor_ids::bigint[], :member_ids::bigint[], :message_ids::bigint[])
    as wanted (advisor_id, member_id, message_id)
)`

const isWanted = (row: string): string =>
  `${row}.advisor_id = wanted.advisor_id and ${row}.member_id = wanted.member_id and ${row}.message_id = wanted.message_id`

const told = ({ head, facts }: EntrySql, from: string): string => `told as materialized (
  select ${from}.*, ${head} as head, ${facts} as facts, ${newSalts} as salts from ${from}
)`

const journalled = (kind: string, at: string): string => `
insert into journal (advisor_id, occurred_at, kind, subject_id, ${entryColumns})
select advisor_id, ${at}, '${kind}', message_id, ${entryValues('told')} from told;
`

const claim = `
with ${wanted}, locked_lane as materialized (
  select lane.advisor_id, lane.number from lane
  where lane.advisor_id in (select advisor_id from wanted)
  order by lane.advisor_id, lane.number for no key update of lane
), locked as materialized (
  select wanted.*, member.consent_version
  from wanted join member on member.advisor_id = wanted.advisor_id and member.id = wanted.member_id
  order by member.advisor_id, member.id for share of member
), claimed as (
  update outbox set attempts = attempts + 1, claim_id = md5(wanted.message_id::text)::uuid, carrier = 'simulator',
    claimed_consent_version = wanted.consent_version, lease_until = now() + interval '30 s'
  from locked as wanted where ${isWanted('outbox')}
  returning outbox.advisor_id, outbox.number
)
update lane set next_at = now()
from (select distinct advisor_id, number from claimed join locked_lane using (advisor_id, number)) as used
where lane.advisor_id = used.advisor_id and lane.number = used.number;
`

const record = `
with ${wanted}, gone as (
  delete from outbox using wanted where ${isWanted('outbox')}
  returning outbox.*
), held as materialized (
  select gone.advisor_id, gone.member_id, gone.message_id, gone.claimed_consent_version as consent_version, gone.number,
    message.phone, message.text, now()::timestamptz(3) as submitted_at, message.id::text as carrier_message_id
  from gone join message on message.advisor_id = gone.advisor_id and message.id = gone.message_id
), risen as (
  insert into delivery (advisor_id, message_id, updated_at, state) select advisor_id, message_id, now(), 2 from held
), known as (
  insert into carrier_message (carrier, carrier_message_id, advisor_id, member_id, message_id)
  select 'simulator', carrier_message_id, advisor_id, member_id, message_id from held
), ${told(submittedEntry, 'held')}${journalled('message.submitted', 'submitted_at')}`

const receive = `
with ${wanted}, changed as (
  update delivery set state = 5, updated_at = now() from wanted
  where delivery.advisor_id = wanted.advisor_id and delivery.message_id = wanted.message_id and part = 0
  returning delivery.advisor_id, delivery.message_id, delivery.updated_at as delivered_at
), risen as materialized (
  select changed.*, message.member_id, message.number, message.phone, message.id::text as carrier_message_id
  from changed join message on message.advisor_id = changed.advisor_id and message.id = changed.message_id
), ${told(deliveredEntry, 'risen')}${journalled('message.delivered', 'delivered_at')}`

/** One text. */
export const lifeOfOne = `${acceptOne}${claim}${record}${receive}`

/** As many texts as :block says. */
export const lifeOfBlock = `${acceptBlock}${claim}${record}${receive}`
