import { type CsvRecord, readRecords } from '../../platform/files/read-records.ts'
import { UnreadableError } from '../../platform/files/unreadable.ts'
import type { RawItem } from '../raw-item.ts'
import { fieldNamed, type ItemField } from './fields.ts'

/** The first line names the columns, in any order. */
export async function* readCsv(text: AsyncIterable<string>): AsyncGenerator<RawItem> {
  let columns: readonly (ItemField | undefined)[] | undefined
  for await (const record of readRecords(text)) {
    if (columns) yield itemOf(columns, record)
    else columns = columnsOf(record.cells)
  }
  if (!columns) throw new UnreadableError('it is empty')
}

function columnsOf(names: readonly string[]): (ItemField | undefined)[] {
  const columns = names.map(fieldNamed)
  for (const needed of ['title', 'url'] as const) {
    if (!columns.includes(needed)) throw new UnreadableError(`its first line names no column ${needed}`)
  }
  return columns
}

function itemOf(columns: readonly (ItemField | undefined)[], { line, cells }: CsvRecord): RawItem {
  const place = `line ${line}`
  if (cells.length !== columns.length) {
    return { place, mistake: `has ${cells.length} columns, and the first line has ${columns.length}` }
  }
  const item: { -readonly [Field in keyof RawItem]: RawItem[Field] } = { place }
  columns.forEach((field, column) => {
    if (field !== undefined) item[field] ??= cells[column]
  })
  return item
}
