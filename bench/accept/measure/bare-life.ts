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
    consent_version = wanted.consent_version, lease_until = now() + interval '30 s'
  from locked as wanted where ${isWanted('outbox')}
  returning outbox.advisor_id, outbox.number
)
update lane set next_at = now()
from (select distinct advisor_id, number from claimed join locked_lane using (advisor_id, number)) as used
where lane.advisor_id = used.advisor_id and lane.number = used.number;
`

const record = `
with ${wanted}, held as (
  delete from outbox using wanted where ${isWanted('outbox')}
  returning outbox.*, now()::timestamptz(3) as submitted_at, outbox.message_id::text as carrier_message_id
), risen as (
  update message set status = 'submitted', updated_at = now() from held
  where message.advisor_id = held.advisor_id and message.id = held.message_id
), known as (
  insert into carrier_message (carrier, carrier_message_id, advisor_id, message_id)
  select 'simulator', carrier_message_id, advisor_id, message_id from held
), ${told(submittedEntry, 'held')}${journalled('message.submitted', 'submitted_at')}`

const receive = `
with ${wanted}, kept as (
  insert into receipt (carrier, carrier_message_id, status, carrier_time, advisor_id, message_id)
  select 'simulator', message_id::text, status, now(), advisor_id, message_id
  from wanted cross join (values ('enroute'), ('delivered')) as given (status)
), risen as (
  update message set status = 'delivered', updated_at = now() from wanted
  where message.advisor_id = wanted.advisor_id and message.id = wanted.message_id
  returning message.advisor_id, message.id as message_id, message.member_id, message.number, message.phone,
    message.id::text as carrier_message_id, message.updated_at as delivered_at
), ${told(deliveredEntry, 'risen')}${journalled('message.delivered', 'delivered_at')}`

/** One text. */
export const lifeOfOne = `${acceptOne}${claim}${record}${receive}`

/** As many texts as :block says. */
export const lifeOfBlock = `${acceptBlock}${claim}${record}${receive}`
