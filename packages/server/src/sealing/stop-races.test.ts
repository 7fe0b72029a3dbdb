// No text after a STOP, judged from the log alone. PARLEY_TEST_SHARE=1 runs the full number of races.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { roundsOf } from '../../test/rounds-of.ts'
import {
  newPhone,
  startTexting,
  type TextingClient,
  type TextingServer,
} from '../../test/servers/texting-server.ts'
import { sequenceEntries } from './sequence/sequence-entries.ts'
import { LogTree } from './tree/log-tree.ts'

const tree = new LogTree()
let server: TextingServer
let client: TextingClient
beforeAll(async () => {
  server = await startTexting({ connections: 12 })
  client = await server.welcome()
})
afterAll(() => server.close(), 60_000)

interface LoggedEntry {
  readonly kind: string
  readonly memberId: number
  readonly messageKind: string | null
  readonly after: string | null
}

async function readLog(): Promise<LoggedEntry[]> {
  const { rows } = await server.database.query<LoggedEntry>(
    `select kind, coalesce((entry->'facts'->>'memberId')::bigint, subject_id) as "memberId",
       entry->'facts'->>'kind' as "messageKind", entry->'facts'->>'after' as after
     from log_entry join journal_entry on advisor_id = owner_id
       and journal_entry.occurred_at = log_entry.occurred_at and journal_entry.id = entry_id
     where owner_id = $1 order by seq`,
    [client.advisorId],
  )
  return rows
}

/** Texts of the advisor that stand in the log while the recipient's last word is STOP. */
function acceptedAfterStop(log: readonly LoggedEntry[]): LoggedEntry[] {
  const stopped = new Set<number>()
  return log.filter(({ kind, memberId, messageKind, after }) => {
    if (after === 'opted_out') stopped.add(memberId)
    else if (kind.startsWith('consent.') && after !== null) stopped.delete(memberId)
    return kind === 'message.accepted' && messageKind === 'text' && stopped.has(memberId)
  })
}

const rounds = roundsOf(1_500, 20, 0.05)

it(
  `${rounds} STOPs against sends: the log has no text after a STOP`,
  async () => {
    const state = { isRacing: true }
    const sealing = (async () => {
      for (; state.isRacing; await sleep(10)) await sequenceEntries(server.sealer, tree)
    })()
    const outcomes = { sent: 0, refused: 0 }
    const race = async (): Promise<void> => {
      const phone = newPhone()
      await client.accept(phone)
      const [answer] = await Promise.all([
        sleep(Math.random() * 4).then(() => client.send({ phone, text: 'Hello' })),
        sleep(Math.random() * 4).then(() => client.reply(phone, 'STOP')),
      ])
      outcomes[answer.body.successes.length === 1 ? 'sent' : 'refused'] += 1
    }
    let left = rounds
    const racers = Array.from({ length: 4 }, async () => {
      while (left > 0) {
        left -= 1
        await race()
      }
    })
    await Promise.all(racers)
    state.isRacing = false
    await sealing
    await sequenceEntries(server.sealer, tree)
    expect(outcomes.sent).toBeGreaterThan(0)
    expect(outcomes.refused).toBeGreaterThan(0)

    const log = await readLog()
    expect(log.filter(({ after }) => after === 'opted_out')).toHaveLength(rounds)
    expect(
      log.filter(({ kind, messageKind }) => kind === 'message.accepted' && messageKind === 'text'),
    ).toHaveLength(outcomes.sent)
    expect(acceptedAfterStop(log)).toEqual([])
    // The judge can tell: with each STOP moved before the text that it lost to, it finds every one of them.
    const stopsFirst = log.toSorted(
      (one, other) => Number(other.after === 'opted_out') - Number(one.after === 'opted_out'),
    )
    const lasting = stopsFirst.filter(
      ({ kind, after }) => !kind.startsWith('consent.') || after === 'opted_out',
    )
    expect(acceptedAfterStop(lasting)).toHaveLength(outcomes.sent)
  },
  20 * 60_000,
)
