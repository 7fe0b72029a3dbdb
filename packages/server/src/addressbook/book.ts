// Lock order of an address book. Every write takes the locks it needs from top to bottom, so that writers cannot
// deadlock:
//
//   0. the request's idempotency keys (platform/idempotency), before anything in an address book
//   1. the gate (shareGroups or closeGroups)
//   2. the contact: only one, unless the writer has closed the gate
//   3. members, by advisor and phone
//   4. groups, by id, then removals of groups, by id
//   5. the address book's totals and revision, last, because every other writer of the advisor waits for them
//
// A change to a contact or its memberships ends with growAddressBook, shrinkAddressBook or touchAddressBook, which
// increment the revision. It is a single row, locked until commit, so revisions commit in order: a reader that sees one
// sees every change up to it and none after it. remembered-totals.ts relies on that.
//
// The gate exists because removing a group goes from the group to its contacts, against this order. The removal closes
// the gate and runs alone; every other writer of groups or memberships shares it. The job that removes the members of a
// deleted group takes no gate and many contacts: it skips those that are locked instead of waiting for them. Each lock is a separate statement: a
// statement that waits and reads at once returns data from before the wait.
import { statement } from '../platform/db/statement.ts'

export const shareGroups = statement<object, [advisorId: number]>(
  'share_groups',
  `select pg_advisory_xact_lock_shared(hashtextextended('groups of an advisor', $1))`,
)

export const closeGroups = statement<object, [advisorId: number]>(
  'close_groups',
  `select pg_advisory_xact_lock(hashtextextended('groups of an advisor', $1))`,
)

/** For increases only: the proposed row has to pass the checks even if a row already exists. */
export const growAddressBook = statement<object, [advisorId: number, contacts: number, groups: number]>(
  'grow_address_book',
  `insert into address_book (advisor_id, contact_count, group_count, revision) values ($1, $2, $3, 1)
   on conflict (advisor_id) do update set
     contact_count = address_book.contact_count + excluded.contact_count,
     group_count = address_book.group_count + excluded.group_count,
     revision = address_book.revision + 1`,
)

export const shrinkAddressBook = statement<object, [advisorId: number, contacts: number, groups: number]>(
  'shrink_address_book',
  `update address_book
   set contact_count = contact_count - $2, group_count = group_count - $3, revision = revision + 1
   where advisor_id = $1`,
)

/** For a write that changes contacts but no total. */
export const touchAddressBook = statement<object, [advisorId: number]>(
  'touch_address_book',
  'update address_book set revision = revision + 1 where advisor_id = $1',
)

/** Hides memberships of a deleted group until the job has removed them. */
export const isInLivingGroup = `exists (
  select from contact_group
  where contact_group.advisor_id = membership.advisor_id and contact_group.id = membership.group_id
)`
