import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { UnreadableError } from './unreadable.ts'

export interface CsvRecord {
  /** Where it begins, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

export const separators = { comma: ',', semicolon: ';', tab: '\t' } as const
export type Separator = keyof typeof separators

const recordCharactersMax = 1_000_000

/**
 * The records of a CSV file, whatever its line ends, without those that are blank. The separator is the one that stands
 * most often in the first record, unless it is given.
 */
export async function* readRecords(
  text: AsyncIterable<string>,
  separator?: Separator,
): AsyncGenerator<CsvRecord> {
  const { head, whole } = await peek(text)
  const parser = parse({
    delimiter: separators[separator ?? separatorOf(head)],
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: recordCharactersMax,
  })
  pipeline(Readable.from(whole), parser, () => {})
  // Counted here: the parser takes a CRLF inside quotes for two lines.
  let line = 1
  try {
    for await (const cells of parser as AsyncIterable<readonly string[]>) {
      if (cells.some(cell => cell.trim() !== '')) yield { line, cells }
      line += 1 + cells.reduce((sum, cell) => sum + lineEndsIn(cell), 0)
    }
  } catch (error) {
    // The parser stops before it hands out the records ahead of the mistake, so its own count is nearer.
    if (error instanceof CsvError) {
      throw new UnreadableError(`near line ${String(error['lines'])}: ${sentenceOf(error)}`)
    }
    throw error
  }
}

const lineEndsIn = (cell: string): number => cell.match(/\r\n|\n|\r/g)?.length ?? 0

/** The parser's own message quotes the file. */
function sentenceOf({ code }: CsvError): string {
  if (code === 'CSV_MAX_RECORD_SIZE') return 'a quotation mark is open for too long'
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a quotation mark is not closed'
  return 'a quotation mark stands where none may: the whole cell must be in quotation marks, and one inside it doubled'
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

/** The first piece of a text, and all of it with that. */
async function peek(text: AsyncIterable<string>): Promise<{ head: string; whole: AsyncIterable<string> }> {
  const pieces = text[Symbol.asyncIterator]()
  const first = await pieces.next()
  const head = first.done === true ? '' : first.value
  async function* whole(): AsyncGenerator<string> {
    yield head
    yield* { [Symbol.asyncIterator]: () => pieces }
  }
  return { head, whole: whole() }
}
