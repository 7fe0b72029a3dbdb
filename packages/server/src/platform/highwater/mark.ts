/** How far a database had come at some moment. It names no person and no text. */
export interface Mark {
  readonly counter: number
  /** Cluster and timeline on which the counter was raised. Null: never raised. */
  readonly place: string | null
  /** When, by the clock of the database. */
  readonly at: string
  /** The last value of each id sequence. */
  readonly sequences: Readonly<Record<string, number>>
  /** The number of the last recovery. A database from before it must not use that number again. */
  readonly recoveries: number
  /** Entries of the sealed log, and its last signed checkpoint. */
  readonly logSize: number
  readonly checkpoint: { readonly origin: string; readonly size: number; readonly note: string } | null
}

const format = 'parley high-water mark, version 1'

export const printMark = (mark: Mark): string => `${JSON.stringify({ format, ...mark }, null, 2)}\n`

/** Throws if it is not a mark: an unreadable one must not count as none. */
export function parseMark(text: string): Mark {
  const mark = JSON.parse(text) as Partial<Mark & { format: string }>
  if (mark.format !== format || !Number.isSafeInteger(mark.counter) || typeof mark.sequences !== 'object') {
    throw new Error('not a high-water mark')
  }
  const {
    counter = 0,
    place = null,
    at = '',
    sequences,
    recoveries = 0,
    logSize = 0,
    checkpoint = null,
  } = mark
  return { counter, place, at, sequences, recoveries, logSize, checkpoint }
}
