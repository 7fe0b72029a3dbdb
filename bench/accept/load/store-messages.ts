import type { Database } from '../../../packages/server/src/platform/db/pool.ts'
import {
  acceptedEntry,
  deliveredEntry,
  entryColumns,
  entryValues,
  newSalts,
  submittedEntry,
  textTo,
} from '../entry-sql.ts'

/** Texts per transaction: large enough to be fast, small enough to keep chronological order. */
const batchTexts = 50_000
const batchesAtATime = 2

interface Stored {
  readonly applicationId: number
  /** Number of texts already stored by this function. */
  readonly from: number
  readonly to: number
  /** Sequence number of the first text. */
  readonly firstNumber: number
}

/**
 * Stores all rows of delivered texts: message, three journal entries, the carrier's id and its
 * delivery. Members alternate, so that the texts of each advisor lie far apart, as in reality.
 */
export async function storeMessages(database: Database, stored: Stored): Promise<void> {
  const { applicationId, from, to, firstNumber } = stored
  const starts: number[] = []
  for (let start = from; start < to; start += batchTexts) starts.push(start)
  const work = async (): Promise<void> => {
    for (let start = starts.shift(); start !== undefined; start = starts.shift()) {
      const end = Math.min(to, start + batchTexts)
      await database.query(storeBatch, [start, end - 1, firstNumber, applicationId])
    }
  }
  await Promise.all(Array.from({ length: batchesAtATime }, work))
  await database.query(`select setval('message_id', $1)`, [1 + 1024 * (firstNumber + to - 1)])
}

const accepted = acceptedEntry('$4')

/** 1.5 ms apart, so that ten million texts span four hours, all in this month. */
const storeBatch = `
with sender as materialized (
  select member.advisor_id, member.id as member_id, member.phone, member.consent_version, texting_number.number,
    row_number() over (order by member.id) - 1 as place
  from member join texting_number on texting_number.advisor_id = member.advisor_id
), sent as materialized (
  select advisor_id, member_id, 1 + 1024 * ($3::bigint + n) as message_id, number, phone, consent_version, 1 as version,
    ${textTo('phone')} as text, (1000000000 + 1024 * n)::text as carrier_message_id, at,
    at + interval '40 ms' as submitted_at, at + interval '180 ms' as delivered_at
  from generate_series($1::bigint, $2::bigint) as n
  join sender on place = n % (select count(*) from member)
  cross join lateral (select (now() - interval '5 hours' + n * interval '1.5 ms')::timestamptz(3) as at) as moment
  order by n
), written as (
  insert into message (
    advisor_id, id, member_id, direction, kind, number, phone, text, consent_version, created_at
  )
  select advisor_id, message_id, member_id, 'out', 'text', number, phone, text, consent_version, at from sent
), journalled as (
  insert into journal (advisor_id, occurred_at, kind, subject_id, ${entryColumns})
  select advisor_id, told.at, told.kind, message_id, ${entryValues('told')}
  from sent cross join lateral (values
    (at, 'message.accepted', ${accepted.head}, ${accepted.facts}, ${newSalts}),
    (submitted_at, 'message.submitted', ${submittedEntry.head}, ${submittedEntry.facts}, ${newSalts}),
    (delivered_at, 'message.delivered', ${deliveredEntry.head}, ${deliveredEntry.facts}, ${newSalts})
  ) as told (at, kind, head, facts, salts)
), known as (
  insert into carrier_message (carrier, carrier_message_id, advisor_id, member_id, message_id, created_at)
  select 'simulator', carrier_message_id, advisor_id, member_id, message_id, submitted_at from sent
)
insert into delivery (advisor_id, message_id, updated_at, state)
select advisor_id, message_id, delivered_at, 5 from sent`
