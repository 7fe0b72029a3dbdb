import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { lastSigned } from '../publish/queries.ts'
import { countUnsequenced, newsOfLog } from './queries.ts'
import { type DatabaseRefusal, refusalOf } from './sequence-entries.ts'

export interface LogStatus {
  readonly size: number
  /** Committed entries that are not in the log yet, at most a million. */
  readonly waiting: number
  /** The last signed checkpoint. */
  readonly signed: { readonly origin: string; readonly size: number; readonly at: Date } | null
  /** Why the log cannot go on in this database. */
  readonly refusal: DatabaseRefusal | null
}

const countedMax = 1_000_000

export async function readLogStatus(database: Database): Promise<LogStatus> {
  const news = firstRow(await newsOfLog(database, []), 'the news of the log')
  const { waiting } = firstRow(await countUnsequenced(database, [countedMax]), 'the count')
  const [signed = null] = await lastSigned(database, [])
  return { size: news.size, waiting, signed, refusal: refusalOf(news) ?? null }
}
