import type { Queryable } from '../../platform/db/pool.ts'
import type { Purpose } from './derive-key.ts'

interface SealedRow {
  /** Key of the row, by which batches are ordered. */
  readonly place: string
  readonly about: string
  readonly sealed: Buffer
}

/** A column of encrypted values, as the feature that owns it describes it. */
export interface SealedStore {
  readonly purpose: Purpose
  /** Table and column. */
  readonly column: string
  /** Before the first row. */
  readonly start: string
  /** The next rows, locked until the transaction ends. */
  readonly lockBatch: (db: Queryable, values: [after: string, size: number]) => Promise<readonly SealedRow[]>
  readonly replaceSealed: (
    db: Queryable,
    values: [places: readonly string[], sealed: readonly Buffer[]],
  ) => Promise<unknown>
}
