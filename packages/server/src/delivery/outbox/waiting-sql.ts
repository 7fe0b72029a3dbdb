// Conditions on outbox rows, shared by the claim and the search for lanes.

/** Null if none. Evaluated once per statement. */
export const heldApplications = '(select array_agg(application_id) from held_application)'

/** True if its application is neither disabled nor on hold. */
export const isFree = (row: string, held: string): string =>
  `(${row}.application_id = any (${held}::bigint[])) is not true`

/**
 * Only a member's oldest text may be tried. Not written as "not exists", which would be planned as a scan of all
 * members. A held text does not block other applications' texts, unless an attempt is in flight or in doubt.
 */
export const isNextOfMember = (held: string): string => `(
  select older.message_id from outbox as older
  where older.advisor_id = outbox.advisor_id and older.member_id = outbox.member_id
    and older.message_id < outbox.message_id and (older.lease_until is not null or ${isFree('older', held)})
  limit 1
) is null`

/** The carrier for a number. Null: no carrier assigned; any may take it. */
export const carrierOf = (row: string): string => `coalesce(
  (select carrier_number.carrier from carrier_number where carrier_number.number = ${row}.number),
  (select carrier.name from carrier where carrier.is_default)
)`

export const isWaiting = 'outbox.lease_until is null and outbox.due_at <= now()'

/** Recipient and words of a text, by one index step whatever the planner knows. */
export const wordsOf = (row: string): string =>
  `lateral (select phone, text from message where ${isMessageOf(row)} limit 1) as message`

/** Includes the member: if a partition was empty when the plan was made, either index may have been chosen. */
export const isMessageOf = (row: string): string =>
  `message.advisor_id = ${row}.advisor_id and message.member_id = ${row}.member_id and message.id = ${row}.message_id`
