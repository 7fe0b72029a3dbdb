// A firm with random entries of every kind that the overview counts, and of others.
import { append, type Entry } from '../../src/journal/index.ts'
import { inTransaction } from '../../src/platform/db/in-transaction.ts'
import type { Database } from '../../src/platform/db/pool.ts'

const dayMs = 86_400_000

export async function addFirmOf(
  database: Database,
  advisorCount: number,
): Promise<{ firmId: number; advisorIds: number[] }> {
  const { rows } = await database.query<{ id: number }>(
    `insert into firm (name) values ('A firm') returning id`,
  )
  const firmId = rows[0]?.id ?? 0
  const added = await database.query<{ id: number }>(
    `insert into advisor (firm_id, identifier, name, email, time_zone)
     select $1::bigint, 'advisor-' || $1::bigint || '-' || number, 'Advisor ' || number, $1::bigint || '-' || number || '@example.com', 'UTC'
     from generate_series(1, $2::integer) as number returning id`,
    [firmId, advisorCount],
  )
  return { firmId, advisorIds: added.rows.map(({ id }) => id) }
}

const pick = <const Values extends readonly unknown[]>(values: Values): Values[number] =>
  values[Math.floor(Math.random() * values.length)]

function randomEntry(advisorIds: readonly number[], at: Date): Entry {
  const advisorId = advisorIds[Math.floor(Math.random() * advisorIds.length)] ?? 0
  const memberId = advisorId * 10 + Math.floor(Math.random() * 4)
  const messageId = Math.floor(Math.random() * 1e9)
  const text = { kind: 'message', id: messageId }
  const told = { advisorId, at: at.toISOString(), traceId: null }
  const bySystem = { ...told, actor: { kind: 'system', task: 'test' } } as const
  const byClient = { ...told, actor: { kind: 'recipient', memberId } } as const
  const writers = [
    { kind: 'advisor' },
    { kind: 'assistant', personId: 7, forAdvisorId: advisorId },
    { kind: 'application', applicationId: 9 },
    { kind: 'system', task: 'schedule' },
  ] as const
  const kinds: readonly (() => Entry)[] = [
    () => ({
      ...told,
      actor: pick(writers),
      kind: 'message.accepted',
      subject: text,
      facts: {
        kind: pick(['text', 'text', 'consent_request']),
        memberId,
        text: 'a secret',
        to: '+12025550123',
      },
    }),
    () => ({
      ...byClient,
      kind: 'message.received',
      subject: text,
      facts: {
        classifyInbound: { kind: pick(['other', 'other', 'yes', 'stop']) },
        from: '+12025550123',
        memberId,
      },
    }),
    () => ({ ...bySystem, kind: 'message.submitted', subject: text, facts: { memberId } }),
    () => ({
      ...bySystem,
      kind: pick(['message.delivered', 'message.delivered', 'message.failed', 'message.undelivered']),
      subject: text,
      facts: { memberId, reason: 'no_answer' },
    }),
    () => ({
      ...byClient,
      kind: pick(['consent.requested', 'consent.accepted', 'consent.declined', 'consent.revoked']),
      subject: { kind: 'member', id: memberId },
      facts: { before: pick(['none', 'pending']), phone: '+12025550123' },
    }),
    () => ({ ...bySystem, kind: 'contact.created', subject: { kind: 'contact', id: 1 }, facts: {} }),
  ]
  return pick(kinds)()
}

/** A year of random entries, in transactions of different length of which some run side by side. */
export async function writeRandomly(
  database: Database,
  advisorIds: readonly number[],
  entryCount: number,
): Promise<void> {
  const write = async (from: number, to: number): Promise<void> => {
    for (let done = from; done < to; ) {
      const size = Math.min(to - done, 1 + Math.floor(Math.random() * 60))
      const entries = Array.from({ length: size }, (_, index) =>
        randomEntry(advisorIds, new Date(Date.now() - 364 * dayMs * (1 - (done + index) / entryCount))),
      )
      await inTransaction(database, tx => append(tx, entries))
      done += size
    }
  }
  const half = Math.floor(entryCount / 2)
  await Promise.all([write(0, half), write(half, entryCount)])
}
