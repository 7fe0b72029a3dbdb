import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Job } from '../../platform/jobs/job.ts'
import { touchAddressBook } from '../book.ts'
import { deleteRemoval, lockRemoval, removeMembers } from './removal-queries.ts'

type Payload = { readonly advisorId: number; readonly groupId: number }

/** Writers of these contacts wait for one chunk at most: 0.18 s on average in the bench, on two shared cores. */
export const membersAtOnce = 500
const pauseMs = 50
const hourMs = 3_600_000

/**
 * Removes the memberships of a deleted group. Each chunk commits with its counters, so after an interruption at any
 * point the next attempt goes on with the members that are left.
 */
export const removeMembersOfGroup: Job<Payload> = {
  name: 'remove_members_of_group',
  handle: async (group, { database, signal }) => {
    let last = 0
    for (;;) {
      signal.throwIfAborted()
      const next = await removeChunk(database, group, last)
      if (next === null && (await endRemoval(database, group))) return
      // Whoever was locked is passed again from the start.
      if (next === null) await sleep(pauseMs, undefined, { signal })
      last = next ?? 0
    }
  },
  // Nobody else would remove them.
  giveUp: (group, tx) => enqueue(tx, removeMembersOfGroup, group, { runAt: new Date(Date.now() + hourMs) }),
}

/** Returns the last contact passed, or null if there was none. */
async function removeChunk(
  database: Database,
  { advisorId, groupId }: Payload,
  afterContactId: number,
): Promise<number | null> {
  return inTransaction(database, async tx => {
    const [chunk] = await removeMembers(tx, [advisorId, groupId, afterContactId, membersAtOnce])
    if (chunk && chunk.removed > 0) await touchAddressBook(tx, [advisorId])
    return chunk?.last ?? null
  })
}

/** Returns whether the removal is over, here or in another process. */
async function endRemoval(database: Database, { advisorId, groupId }: Payload): Promise<boolean> {
  return inTransaction(database, async tx => {
    const [removal] = await lockRemoval(tx, [advisorId, groupId])
    return !removal || (await deleteRemoval(tx, [advisorId, groupId])).length > 0
  })
}
