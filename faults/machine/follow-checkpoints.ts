import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../packages/server/src/platform/db/pool.ts'

interface FollowedCheckpoints {
  /** Every checkpoint that was seen, in order. */
  readonly seen: readonly string[]
  /** Resolves when the last one covers all entries, or when the time is over. */
  settle(observer: Database, withinMs: number): Promise<void>
  stop(): Promise<void>
}

const everyMs = 250

/** Keeps what the sealer publishes, as a witness would. */
export function followCheckpoints(path: string): FollowedCheckpoints {
  const seen: string[] = []
  const state = { isStopped: false }
  const look = async (): Promise<void> => {
    const note = await readFile(path, 'utf8').catch(() => undefined)
    if (note !== undefined && note !== seen.at(-1)) seen.push(note)
  }
  const following = (async () => {
    for (; !state.isStopped; await sleep(everyMs)) await look()
  })()
  return {
    seen,
    settle: async (observer, withinMs) => {
      for (const endMs = Date.now() + withinMs; Date.now() < endMs; await sleep(everyMs)) {
        const { rows } = await observer.query<{ count: string }>(
          'select count(*)::text as count from journal',
        )
        if (seen.at(-1)?.split('\n')[1] === rows[0]?.count) return
      }
    },
    stop: async () => {
      state.isStopped = true
      await following
    },
  }
}
