import { createHash } from 'node:crypto'
import { inTransaction } from '../db/in-transaction.ts'
import type { Database } from '../db/pool.ts'
import { Problem } from '../http/problem.ts'
import type { ContentType } from './content-type.ts'
import type { GivenItem } from './given-item.ts'
import { type CheckedItem, checkItem } from './item.ts'
import { lockImport, upsertContent } from './queries.ts'
import { foldWords } from './words.ts'

interface Import {
  /** Undefined: for everyone. */
  readonly firmId?: number | undefined
  /** Of items that do not name their own. */
  readonly type?: ContentType | undefined
  readonly items: AsyncIterable<GivenItem> | Iterable<GivenItem>
  /** How many items have been dealt with, told now and then. */
  readonly onProgress?: (count: number) => void
}

export interface ImportReport {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly refused: number
  /** The first thousand of those that were refused. */
  readonly refusals: readonly { readonly place: string; readonly reason: string }[]
}

const batchSize = 500
const refusalsKept = 1_000

/**
 * Adds the items that the audience does not have and brings the others up to date, all in one transaction: a file that
 * turns out to be broken at its end has changed nothing. To import the same again changes nothing either.
 */
export async function importContent(database: Database, wanted: Import): Promise<ImportReport> {
  const { firmId, type, items, onProgress } = wanted
  const report = { added: 0, changed: 0, unchanged: 0, refused: 0 }
  const refusals: { place: string; reason: string }[] = []
  await inTransaction(database, async tx => {
    const locked = await lockImport(tx, [firmId])
    if (locked.length === 0) {
      throw new Problem('conflict', 'Another import for the same audience is under way. Nothing was done.')
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
  })
  return { ...report, refusals }
}

/** Remembers 64 bits of each key, so that a large file costs a few megabytes. */
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
