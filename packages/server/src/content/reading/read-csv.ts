import { pipeline, Readable } from 'node:stream'
import { CsvError, type Info, parse } from 'csv-parse'
import type { GivenItem } from '../given-item.ts'
import { fieldNamed, type ItemField } from './fields.ts'
import { UnreadableError } from './unreadable.ts'

interface CsvRecord {
  readonly record: readonly string[]
  readonly info: Info
}

const recordCharactersMax = 1_000_000

/** The first line names the columns, in any order. Commas separate them or, where it has none, semicolons. */
export async function* readCsv(text: AsyncIterable<string>): AsyncGenerator<GivenItem> {
  const { head, whole } = await peek(text)
  const [header = ''] = head.split(/[\r\n]/, 1)
  const parser = parse({
    delimiter: header.includes(',') ? ',' : ';',
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: recordCharactersMax,
  })
  pipeline(Readable.from(whole), parser, () => {})
  let columns: readonly (ItemField | undefined)[] | undefined
  let line = 1
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
      const place = `line ${line}`
      line = info.lines + 1
      if (columns) yield itemOf(place, columns, record)
      else columns = columnsOf(record)
    }
    if (!columns) throw new UnreadableError('it is empty')
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableError(`near line ${line}: ${error.message}`)
    throw error
  }
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

function columnsOf(names: readonly string[]): (ItemField | undefined)[] {
  const columns = names.map(fieldNamed)
  for (const needed of ['title', 'url'] as const) {
    if (!columns.includes(needed)) throw new UnreadableError(`its first line names no column ${needed}`)
  }
  return columns
}

function itemOf(
  place: string,
  columns: readonly (ItemField | undefined)[],
  record: readonly string[],
): GivenItem {
  if (record.length !== columns.length) {
    return { place, mistake: `has ${record.length} columns, and the first line has ${columns.length}` }
  }
  const item: { -readonly [Field in keyof GivenItem]: GivenItem[Field] } = { place }
  columns.forEach((field, column) => {
    if (field !== undefined) item[field] ??= record[column]
  })
  return item
}
