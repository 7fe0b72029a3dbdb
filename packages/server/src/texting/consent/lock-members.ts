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
  const known = await lock(tx, wanted)
  if (known.size === wanted.length) return inOrder(known, wanted.length)
  const missing = [...wanted.keys()].filter(position => !known.has(position))
  const pick = (position: number): Wanted => wanted[position] as Wanted
  await ensureMembers(tx, missing.map(pick))
  const added = await lock(tx, missing.map(pick))
  for (const [index, member] of added) known.set(missing[index] as number, member)
  return inOrder(known, wanted.length)
}

async function lock(tx: Tx, wanted: readonly Wanted[]): Promise<Map<number, LockedMember>> {
  const rows = await lockMemberRows(tx, [
    wanted.map(({ advisorId }) => advisorId),
    wanted.map(({ phone }) => phone),
  ])
  return new Map(rows.map(member => [member.position - 1, member]))
}

function inOrder(members: ReadonlyMap<number, LockedMember>, count: number): LockedMember[] {
  return Array.from({ length: count }, (_, position) => {
    const member = members.get(position)
    if (!member) throw new Error('a member that was made sure of is not there')
    return member
  })
}
