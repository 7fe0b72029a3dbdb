import {
  ensureMessagePartitions,
  fetchLostReplies,
  holdDoubtfulNumbers,
  quarantineTexts,
} from '../delivery/index.ts'
import { endAllAccess } from '../identity/index.ts'
import { ensurePartitions } from '../journal/index.ts'
import type { JsonObject } from '../platform/db/json.ts'
import { firstRow } from '../platform/db/rows.ts'
import { holdOverdueSchedules } from '../texting/index.ts'
import { endAllConsoles } from '../webhooks/index.ts'
import type { RecoveryParts } from './parts.ts'
import type { Plan } from './plan.ts'
import { jumpSequences } from './queries.ts'

interface Step {
  readonly name: 'ids' | 'access' | 'replies' | 'texts' | 'schedules'
  /** Repeating it after an interruption does no harm. */
  readonly run: (parts: RecoveryParts, plan: Plan) => Promise<JsonObject>
}

/** Carriers date replies by their own clocks. */
const clockSkewMs = 10 * 60_000

/**
 * Ids first, because every later step writes. Replies before texts: what they make the service answer may have been sent, too, and
 * is then set aside with the rest.
 */
export const steps: readonly Step[] = [
  {
    name: 'ids',
    run: async ({ database }, { targets }) => {
      const { jumped } = firstRow(await jumpSequences(database, [JSON.stringify(targets)]), 'sequences')
      const partitions = (await ensureMessagePartitions(database)) + (await ensurePartitions(database))
      return { sequences: jumped, partitions }
    },
  },
  {
    name: 'access',
    run: async ({ database, environment, secretKeys, operator }, { keepsGrants, keepsCredentials }) => {
      const by = { kind: 'operator', name: operator } as const
      const ended = await endAllAccess(database, {
        environment,
        secretKeys,
        keepsGrants,
        keepsCredentials,
        by,
      })
      return { ...ended, consoles: await endAllConsoles(database) }
    },
  },
  {
    name: 'replies',
    run: async ({ database, secretKeys, publicOrigin, operator, log }, plan) => {
      const since = new Date(Date.parse(plan.found.at) - clockSkewMs)
      const carriers = await fetchLostReplies({
        database,
        since,
        secretKeys: () => secretKeys,
        publicOrigin,
        log,
      })
      const told = carriers.flatMap(({ name, replies }) => (replies === undefined ? [] : [name]))
      const held = await holdDoubtfulNumbers(database, told, operator)
      return {
        carriers: carriers.map(({ name, replies, why }) => ({
          name,
          replies: replies ?? null,
          why: why ?? null,
        })),
        advisorsHeld: held.advisors,
        numbersHeld: held.numbers,
      }
    },
  },
  {
    name: 'texts',
    run: async ({ database, operator }) => ({
      unconfirmed: await quarantineTexts(database, { kind: 'operator', name: operator }),
    }),
  },
  {
    name: 'schedules',
    run: async ({ database, operator }) => ({
      held: await holdOverdueSchedules(database, { kind: 'operator', name: operator }),
    }),
  },
]
