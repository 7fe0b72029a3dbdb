import { canonicalJson } from '../../../packages/server/src/journal/canonical-json.ts'
import { inTransaction } from '../../../packages/server/src/platform/db/in-transaction.ts'
import type { Database } from '../../../packages/server/src/platform/db/pool.ts'
import { withoutIdempotency } from '../../../packages/server/src/platform/idempotency/idempotency.ts'
import { acceptRequests } from '../../../packages/server/src/texting/sending/accept-sends.ts'
import { commitmentTo } from '../../../packages/server/test/database/commitment-to.ts'
import type { Prepared } from '../databases.ts'

type Entry = Parameters<typeof canonicalJson>[0]

/** Checks the digests of the newest entries and returns the entries. */
export async function checkDigests(database: Database): Promise<Entry[]> {
  const { rows } = await database.query<Record<'head' | 'facts' | 'salts' | 'digest', Buffer>>(
    'select head, facts, salts, digest from journal order by id desc limit 90',
  )
  return rows.map(({ head, facts, salts, digest }) => {
    const isCanonical = [head, facts].every(
      part => canonicalJson(JSON.parse(part.toString())) === part.toString(),
    )
    if (!isCanonical || !commitmentTo({ head, facts, salts }).equals(digest))
      throw new Error(`Wrong entry: ${head.toString()}`)
    return { ...JSON.parse(head.toString()), facts: JSON.parse(facts.toString()) } as Entry
  })
}

/**
 * The bare statement writes the same as the service: its digests match its entries, and an entry of the service
 * has the same members of the same types.
 */
export async function checkJournal(database: Database, { callers, sends }: Prepared): Promise<void> {
  const [send] = sends
  if (!send) throw new Error('No member to send to')
  const bare = await checkDigests(database)
  await inTransaction(database, tx =>
    acceptRequests(tx, [
      {
        send: {
          author: {
            advisorId: send.advisorId,
            actor: { kind: 'application', applicationId: callers.applicationId },
            traceId: '0af7651916cd43dd8448eb211c80319c',
          },
          phones: [send.phone],
          text: send.text,
        },
        idempotency: withoutIdempotency,
      },
    ]),
  )
  const [own] = await checkDigests(database)
  const expected = shapeOf(own ?? null)
  const found = bare.find(entry => shapeOf(entry) !== expected)
  if (bare.length === 0 || found) {
    throw new Error(
      `The bare statement writes different journal entries:\n${JSON.stringify(found)}\n${expected}`,
    )
  }
}

/** Replaces ids and names, which differ between sends; rules do not. */
const shapeOf = (entry: Entry): string =>
  JSON.stringify(entry, (key, value: unknown) =>
    typeof value === 'number' || ['at', 'from', 'to', 'text', 'traceId'].includes(key) ? typeof value : value,
  )
