import { createHash } from 'node:crypto'
import * as journal from '../journal/index.ts'
import { inTransaction } from '../platform/db/in-transaction.ts'
import type { Database } from '../platform/db/pool.ts'
import { Problem } from '../platform/problem/problem.ts'
import type { ContentType } from './content-type.ts'
import { type CheckedItem, checkItem } from './item.ts'
import { lockImport, upsertContent } from './queries.ts'
import type { RawItem } from './raw-item.ts'
import { foldWords } from './words.ts'

interface Import {
  /** Undefined: for everyone. */
  readonly firmId?: number | undefined
  /** Type of items that do not name their own. */
  readonly type?: ContentType | undefined
  readonly items: AsyncIterable<RawItem> | Iterable<RawItem>
  /** Called now and then with the number of processed items. */
  readonly onProgress?: (count: number) => void
}

export interface ImportReport {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly refused: number
  /** The first thousand refused items. */
  readonly refusals: readonly { readonly place: string; readonly reason: string }[]
}

const batchSize = 500
const refusalsKept = 1_000

/**
 * Adds new items of the audience and updates the others, all in one transaction: a file that turns out invalid at its end has
 * changed nothing. Importing the same file again changes nothing either.
 */
export async function importContent(
  database: Database,
  wanted: Import,
  by: journal.Actor = journal.setup,
): Promise<ImportReport> {
  const { firmId, type, items, onProgress } = wanted
  const report = { added: 0, changed: 0, unchanged: 0, refused: 0 }
  const refusals: { place: string; reason: string }[] = []
  await inTransaction(database, async tx => {
    const locked = await lockImport(tx, [firmId])
    if (locked.length === 0) {
      throw new Problem('conflict', 'Another import for the same audience is in progress. Nothing was done.')
    }
    const seen = new Set<string>()
    let batch: CheckedItem[] = []
    const flush = async (): Promise<void> => {
      if (batch.length > 0) {
        const written = await upsertContent(tx, columnsOf(firmId, batch))
        const added = written.filter(row => row.added).length
        report.added += added
        report.changed += written.length - added
        report.unchanged += batch.length - written.length
      }
      batch = []
      onProgress?.(report.added + report.changed + report.unchanged + report.refused)
    }
    for await (const given of items) {
      const { item, mistake } = checkItem(given, type)
      const isNew = item !== undefined && !isRepeated(seen, item.key)
      if (isNew) batch.push(item)
      else {
        report.refused += 1
        const reason = mistake ?? 'has the key of an earlier item'
        if (refusals.length < refusalsKept) refusals.push({ place: given.place, reason })
      }
      if (batch.length === batchSize) await flush()
    }
    await flush()
    await journal.recordAct(tx, {
      owner: firmId === undefined ? { installation: true } : { firmId },
      actor: by,
      kind: 'content.imported',
      subject: { kind: 'firm', id: firmId ?? 0 },
      facts: { ...report },
    })
  })
  return { ...report, refusals }
}

/** Stores 64 bits of each key, so that a large file costs a few megabytes. */
function isRepeated(seen: Set<string>, key: string): boolean {
  const known = seen.size
  seen.add(createHash('sha256').update(key).digest('base64url').slice(0, 11))
  return seen.size === known
}

function columnsOf(
  firmId: number | undefined,
  items: readonly CheckedItem[],
): Parameters<typeof upsertContent>[1] {
  return [
    firmId,
    items.map(item => item.key),
    items.map(item => item.type),
    items.map(item => item.title),
    items.map(item => item.url),
    items.map(item => item.summary),
    items.map(item => item.publishedAt),
    items.map(item => foldWords(item.title)),
    items.map(item => foldWords(item.summary)),
  ]
}
