import { setImmediate } from 'node:timers/promises'
import { type CsvRecord, createCsvScanner } from './create-csv-scanner.ts'

export type { CsvRecord } from './create-csv-scanner.ts'

export const separators = { comma: ',', semicolon: ';', tab: '\t' } as const
export type Separator = keyof typeof separators

export interface RecordReading {
  /** Default: the separator that is most frequent in the first record. */
  readonly separator?: Separator | undefined
  /** Limit of lines, including blank ones. */
  readonly linesMax?: number | undefined
}

/** A text waiting to be sent takes about ten turns of the event loop, so it is delayed by a tenth of a second at most. */
const turnMs = 10

/**
 * The records of a CSV file with any line ends, without blank ones. Yields to the event loop every few milliseconds, whatever
 * is done with the records.
 */
export async function* readRecords(
  text: AsyncIterable<string>,
  { separator, linesMax }: RecordReading = {},
): AsyncGenerator<CsvRecord> {
  let scanner: ReturnType<typeof createCsvScanner> | undefined
  let since = performance.now()
  for await (const piece of text) {
    scanner ??= createCsvScanner(separators[separator ?? separatorOf(piece)], linesMax)
    for (const record of scanner.write(piece)) {
      yield record
      if (performance.now() - since < turnMs) continue
      await setImmediate()
      since = performance.now()
    }
  }
  if (scanner) yield* scanner.end()
}

function separatorOf(head: string): Separator {
  const [first = ''] = head
    .trimStart()
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1)
  const countOf = (name: Separator): number => first.split(separators[name]).length
  return (Object.keys(separators) as Separator[]).reduce((best, name) =>
    countOf(name) > countOf(best) ? name : best,
  )
}
