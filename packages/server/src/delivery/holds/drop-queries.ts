import { statement } from '../../platform/db/statement.ts'
import type { HoldSubject } from './hold-subject.ts'
import type { HeldRow, SubjectIds } from './queries.ts'

/** Blocks a concurrent release or enable. If the advisor's firm is held, the firm is locked first, as everywhere. */
export const lockSubject = {
  advisor: statement<object, [advisorId: number]>(
    'lock_advisor_to_drop_texts',
    `with locked_firm as materialized (
       select id from firm where id = (select firm_id from advisor where id = $1) for share
     )
     select from locked_firm join advisor on advisor.firm_id = locked_firm.id
     where advisor.id = $1 for no key update of advisor`,
  ),
  firm: statement<object, [firmId: number]>(
    'lock_firm_to_drop_texts',
    'select from firm where id = $1 for no key update',
  ),
  application: statement<object, [applicationId: number]>(
    'lock_application_to_drop_texts',
    'select from application where id = $1 for no key update',
  ),
} satisfies Record<HoldSubject['kind'], unknown>

const firmId = 'coalesce($2::bigint, (select firm_id from advisor where id = $1::bigint))'

/** An advisor counts as held if the firm is. */
export const isSubjectHeld = statement<{ readonly isHeld: boolean }, SubjectIds>(
  'is_subject_of_hold_held',
  `select exists (select from held_application where application_id = $3::bigint)
     or exists (select from advisor where id = $1::bigint and not active)
     or exists (select from firm where id = ${firmId} and not active)
     or exists (select from sending_hold where advisor_id = $1::bigint and released_at is null)
     or exists (select from sending_hold where firm_id = ${firmId} and released_at is null) as "isHeld"`,
)

/** Each half is omitted if it has no subject: the second one reads the whole outbox. */
const textsOfSubject = `(
  select * from outbox
  where $3::bigint is null
    and advisor_id = any (array(select id from advisor where id = $1::bigint or firm_id = $2::bigint))
  union all
  select * from outbox where $3::bigint is not null and application_id = $3::bigint
)`

export const unclaimedTexts = statement<HeldRow, [...SubjectIds, upToId: number, limit: number]>(
  'unclaimed_texts_of_subject',
  `select advisor_id as "advisorId", member_id as "memberId", message_id as "messageId", number
   from ${textsOfSubject} as held where lease_until is null and message_id <= $4 limit $5`,
)

export const countClaimed = statement<{ readonly texts: number }, SubjectIds>(
  'count_claimed_texts_of_subject',
  `select count(*) as texts from ${textsOfSubject} as held where lease_until is not null`,
)
