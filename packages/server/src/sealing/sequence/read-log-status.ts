import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { lastSigned } from '../publish/queries.ts'
import { countUnsequenced, lastRefusal, newsOfLog } from './queries.ts'
import { type Refusal, refusalOf } from './sequence-entries.ts'

export interface LogStatus {
  readonly size: number
  /** Committed entries that are not in the log yet, at most a million. */
  readonly waiting: number
  /** The last signed checkpoint. */
  readonly signed: { readonly origin: string; readonly size: number; readonly at: Date } | null
  /** Why the log does not go on: by the state of this database, or as the sealer found. */
  readonly refusal: Refusal | null
}

const countedMax = 1_000_000

export async function readLogStatus(database: Database): Promise<LogStatus> {
  const news = firstRow(await newsOfLog(database, []), 'the news of the log')
  const { waiting } = firstRow(await countUnsequenced(database, [countedMax]), 'the count')
  const [signed = null] = await lastSigned(database, [])
  const [found] = await lastRefusal(database, [])
  return { size: news.size, waiting, signed, refusal: refusalOf(news) ?? found?.why ?? null }
}
