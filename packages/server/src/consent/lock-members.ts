import type { Tx } from '../platform/db/pool.ts'
import { columns, required } from '../platform/db/rows.ts'
import { ensureMembers } from './ensure-members.ts'
import { type LockedMember, lockMemberRows } from './queries.ts'

interface Wanted {
  readonly advisorId: number
  readonly phone: string
}

/**
 * Locks the members for these phone numbers until the transaction ends and returns them in the same order, inserting
 * missing ones. Every read or change of consent goes through here, so a send and a STOP for one number are serialized.
 */
export async function lockMembers(tx: Tx, wanted: readonly Wanted[]): Promise<LockedMember[]> {
  return addMissing(tx, wanted, await lockKnownMembers(tx, wanted))
}

/** Locks one member, inserting it if missing. */
export async function lockMember(tx: Tx, wanted: Wanted): Promise<LockedMember> {
  const [member] = await lockMembers(tx, [wanted])
  return required(member, 'locked member')
}

/** Locks existing members only; missing ones are undefined. */
export async function lockKnownMembers(
  tx: Tx,
  wanted: readonly Wanted[],
): Promise<(LockedMember | undefined)[]> {
  const places = Map.groupBy(wanted.keys(), index => keyOf(required(wanted[index], 'wanted member')))
  const each = [...places.values()].map(indexes => ({
    ...required(wanted[indexes[0] ?? 0], 'wanted member'),
    times: indexes.length,
  }))
  const members = wanted.map((): LockedMember | undefined => undefined)
  for (const member of await lockMemberRows(tx, columns(each, 'advisorId', 'phone', 'times'))) {
    const index = places.get(keyOf(member))?.shift()
    members[required(index, 'place of a locked member')] = member
  }
  return members
}

const keyOf = ({ advisorId, phone }: Wanted): string => `${advisorId} ${phone}`

/** Inserts the missing members and locks them too. */
export async function addMissing(
  tx: Tx,
  wanted: readonly Wanted[],
  known: readonly (LockedMember | undefined)[],
): Promise<LockedMember[]> {
  const missing = wanted.filter((_, index) => !known[index])
  if (missing.length === 0) return known as LockedMember[]
  await ensureMembers(tx, missing)
  const added = (await lockKnownMembers(tx, missing)).values()
  return wanted.map((_, index) => required(known[index] ?? added.next().value, 'inserted member'))
}
