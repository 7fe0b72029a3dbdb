import { ensureMembers } from '../../addressbook/index.ts'
import type { Tx } from '../../db/pool.ts'
import { type LockedMember, lockMemberRows } from './queries.ts'

interface Wanted {
  readonly advisorId: number
  readonly phone: string
}

/**
 * Locks the members behind these phone numbers until the transaction ends, and answers them in the order asked for;
 * those that do not exist yet come to be. Whoever reads or changes consent goes through here, so a send and a STOP for
 * one number follow each other.
 */
export async function lockMembers(tx: Tx, wanted: readonly Wanted[]): Promise<LockedMember[]> {
  return addMissing(tx, wanted, await lockKnownMembers(tx, wanted))
}

/** Those that do not exist are undefined. */
export async function lockKnownMembers(
  tx: Tx,
  wanted: readonly Wanted[],
): Promise<(LockedMember | undefined)[]> {
  const rows = await lockMemberRows(tx, [
    wanted.map(({ advisorId }) => advisorId),
    wanted.map(({ phone }) => phone),
  ])
  const members = wanted.map((): LockedMember | undefined => undefined)
  for (const member of rows) members[member.position - 1] = member
  return members
}

/** Makes members of those that were not known, and locks them too. */
export async function addMissing(
  tx: Tx,
  wanted: readonly Wanted[],
  known: readonly (LockedMember | undefined)[],
): Promise<LockedMember[]> {
  const missing = wanted.filter((_, index) => !known[index])
  if (missing.length === 0) return known as LockedMember[]
  await ensureMembers(tx, missing)
  const added = (await lockKnownMembers(tx, missing)).values()
  return wanted.map((_, index) => {
    const member = known[index] ?? added.next().value
    if (!member) throw new Error('a member that was made sure of is not there')
    return member
  })
}
