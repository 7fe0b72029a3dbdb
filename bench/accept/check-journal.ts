import { inTransaction } from '../../packages/server/src/db/in-transaction.ts'
import type { Database } from '../../packages/server/src/db/pool.ts'
import { canonicalJson } from '../../packages/server/src/journal/canonical-json.ts'
import { digest } from '../../packages/server/src/journal/digest.ts'
import { sendMessages } from '../../packages/server/src/texting/sending/send-messages.ts'
import type { Prepared } from './databases.ts'

type Entry = Parameters<typeof canonicalJson>[0]

/** Of the newest entries, which it answers. */
export async function checkDigests(database: Database): Promise<Entry[]> {
  const { rows } = await database.query<{ entry: Entry; digest: Buffer }>(
    'select entry, digest from journal order by id desc limit 90',
  )
  for (const { entry, digest: kept } of rows) {
    if (!digest(canonicalJson(entry)).equals(kept)) throw new Error(`Another digest: ${canonicalJson(entry)}`)
  }
  return rows.map(({ entry }) => entry)
}

/**
 * The bare statement writes what the service writes: its digests are those of its entries, and an entry of the service
 * has the same members of the same types.
 */
export async function checkJournal(database: Database, { callers, sends }: Prepared): Promise<void> {
  const [send] = sends
  if (!send) throw new Error('There is nobody to send to')
  const bare = await checkDigests(database)
  await inTransaction(database, tx =>
    sendMessages(tx, [
      {
        author: {
          advisorId: send.advisorId,
          actor: { kind: 'application', applicationId: callers.applicationId },
          traceId: '0af7651916cd43dd8448eb211c80319c',
        },
        phones: [send.phone],
        text: send.text,
      },
    ]),
  )
  const { rows: own } = await database.query<{ entry: Entry }>(
    `select entry from journal where kind = 'message.accepted' order by id desc limit 1`,
  )
  const expected = shapeOf(own[0]?.entry ?? null)
  const found = bare.find(entry => shapeOf(entry) !== expected)
  if (bare.length === 0 || found) {
    throw new Error(`The bare statement journals something else:\n${JSON.stringify(found)}\n${expected}`)
  }
}

/** Whatever names a thing differs from send to send; whatever tells a rule does not. */
const shapeOf = (entry: Entry): string =>
  JSON.stringify(entry, (key, value: unknown) =>
    typeof value === 'number' || ['at', 'from', 'to', 'text', 'traceId'].includes(key) ? typeof value : value,
  )
