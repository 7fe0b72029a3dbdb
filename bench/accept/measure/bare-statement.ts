// The database work of one send as one statement in its own transaction: lock the member, read the rule
// and the number, decide, and write message, journal entry and outbox row with the same content as the service.
import { acceptedEntry, entryColumns, entryValues, newSalts, textTo } from '../entry-sql.ts'

/** The n-th member, as in fill.ts, as a pgbench script. */
const oneMember = `\\set n random(0, :members - 1)
\\set advisor 1 + 1024 * (:n % :advisors)
\\set phone 3000000000 + (:n / 9000) * 10000 + :n % 9000
`

const aBlockOfMembers = `\\set n :block * random(0, :members / :block - 1)
`

const waiting = `insert into outbox (advisor_id, member_id, message_id, number, passes_gate, due_at)
select advisor_id, member_id, message_id, number, false, at from accepted`

/** Keeps the keys of the texts in variables, for the statements that follow. */
const keepingKeys = `, waiting as (
  ${waiting}
  returning advisor_id, member_id, message_id
)
select array_agg(advisor_id) as advisor_ids, array_agg(member_id) as member_ids, array_agg(message_id) as message_ids
from waiting \\gset
`

const accepted = acceptedEntry(':application')

const statementFor = (wanted: string, end: string): string => `
with wanted as (
  ${wanted}
), locked as materialized (
  select locked.*, nextval('message_id') as message_id, clock_timestamp()::timestamptz(3) as at
  from (
    select member.advisor_id, member.id as member_id, member.phone, consent, consent_version
    from wanted join member on member.advisor_id = wanted.advisor_id and member.phone = wanted.phone
    order by member.advisor_id, member.id
    for no key update of member
  ) as locked
), accepted as materialized (
  select locked.*, sender.number, policy.version,
    ${textTo('phone')} as text
  from locked
  join advisor on advisor.id = locked.advisor_id and advisor.active
  join firm on firm.id = advisor.firm_id and firm.active
  left join consent_exception on consent_exception.advisor_id = advisor.id
  left join lateral (
    select version, consent_required from texting_policy
    where firm_id = advisor.firm_id order by texting_policy.version desc limit 1
  ) as policy on true
  join lateral (
    select number from texting_number where advisor_id = advisor.id and active order by created_at, number limit 1
  ) as sender on true
  where consent = 'accepted' and coalesce(consent_exception.consent_required, policy.consent_required, true)
), written as (
  insert into message (
    advisor_id, id, member_id, direction, kind, number, phone, text, consent_version, created_at
  )
  select advisor_id, message_id, member_id, 'out', 'text', number, phone, text, consent_version, at from accepted
), told as materialized (
  select accepted.*, ${accepted.head} as head, ${accepted.facts} as facts, ${newSalts} as salts
  from accepted
), journalled as (
  insert into journal (advisor_id, occurred_at, kind, subject_id, ${entryColumns})
  select advisor_id, at, 'message.accepted', message_id, ${entryValues('told')} from told
)
${end}
`

const member = `select :advisor::bigint as advisor_id, '+1' || :phone::bigint as phone`

/** The planner assumes that an array is short, but that a series has 1,000 rows. */
const members = `select 1 + 1024 * (place % :advisors::bigint) as advisor_id,
    '+1' || 3000000000 + place / 9000 * 10000 + place % 9000 as phone
  from unnest(array(select generate_series(:n::bigint, :n::bigint + :block::bigint - 1))) as given (place)`

/** One send. */
export const sendOne = `${oneMember}${statementFor(member, `${waiting};`)}`

/** As many sends as :block says. */
export const sendBlock = `${aBlockOfMembers}${statementFor(members, `${waiting};`)}`

/** The same, the first statement of a life. */
export const acceptOne = `${oneMember}${statementFor(member, keepingKeys)}`
export const acceptBlock = `${aBlockOfMembers}${statementFor(members, keepingKeys)}`
