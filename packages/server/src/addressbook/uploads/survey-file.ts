import { limits } from '@parley/contract'
import type { FileEncoding } from '../../platform/files/detect-encoding.ts'
import { bytesAsFile } from '../../platform/files/opened-file.ts'
import type { CsvRecord } from '../../platform/files/read-records.ts'
import { Problem } from '../../platform/problem/problem.ts'
import type { FieldName } from '../contacts/contact-fields.ts'
import { columnsWith, guessColumns } from '../transfer/columns.ts'
import { contactLineOf, type LineReading, notedOrders } from '../transfer/contact-line.ts'
import type { Identified } from '../transfer/duplicates-of.ts'
import { type LineNote, noteOf } from '../transfer/line-note.ts'
import { encodingOf, recordsOf } from '../transfer/open-contact-file.ts'

export interface SurveyedColumn {
  readonly title: string
  readonly field: FieldName | null
  readonly samples: readonly string[]
}

export interface Survey {
  readonly columns: readonly SurveyedColumn[]
  readonly lines: number
  readonly right: number
  readonly doubtful: number
  readonly encoding: FileEncoding
  /** The first ten thousand. */
  readonly notes: readonly LineNote[]
  /** Who is in the lines that can be imported. */
  readonly people: readonly (Identified & { readonly line: number })[]
}

const samplesShown = 3
const sampleCharacters = 100
export const notesKept = 10_000
const columnsMax = 1_000

/** Reads a whole file and reports what an import would do. Without fields, the column titles decide. */
export async function surveyFile(
  name: string,
  bytes: Buffer,
  wanted?: readonly (FieldName | null)[],
): Promise<Survey> {
  const file = bytesAsFile(bytes)
  const encoding = await encodingOf(name, file)
  const reading = { linesMax: limits.uploadLinesWithBlank, encoding }
  const lineReading = await lineReadingOf(
    recordsOf(name, file, reading, () => {}),
    name,
    wanted,
  )
  const { fields } = lineReading
  let titles: readonly string[] | undefined
  const samples: (readonly string[])[] = []
  const notes: LineNote[] = []
  const people: (Identified & { line: number })[] = []
  let lines = 0
  let doubtful = 0
  for await (const record of recordsOf(name, file, reading, () => {})) {
    if (!titles) {
      titles = record.cells
      continue
    }
    lines += 1
    if (lines > limits.uploadLines) {
      throw new Problem('invalid_request', `${name} has more than ${limits.uploadLines} lines.`)
    }
    if (samples.length < samplesShown) samples.push(record.cells)
    const line = contactLineOf(lineReading, record)
    const note = noteOf(line)
    if (note && notes.length < notesKept) notes.push(shortened(note))
    if (note?.kind === 'doubt') doubtful += 1
    if (!line.fields) continue
    const { firstName, lastName, emailAddress, phone } = line.fields
    people.push({ line: line.line, firstName, lastName, emailAddress, phone })
  }
  if (!titles) throw new Problem('invalid_request', `${name} is empty.`)
  const columns = titles.map((title, column) => ({
    title: shownOf(title),
    field: fields[column] ?? null,
    samples: samples.map(cells => shownOf(cells[column] ?? '')),
  }))
  return { columns, lines, right: people.length, doubtful, encoding, notes, people }
}

/** The fields of the columns, and how their dates are written. */
async function lineReadingOf(
  records: AsyncIterable<CsvRecord>,
  name: string,
  wanted: readonly (FieldName | null)[] | undefined,
): Promise<LineReading> {
  let reading: LineReading | undefined
  for await (const record of records) {
    if (reading) {
      reading = { ...reading, dateOrders: notedOrders(reading, record) }
      continue
    }
    const titles = record.cells
    if (titles.length > columnsMax) {
      throw new Problem('invalid_request', `${name} has more than ${columnsMax} columns.`)
    }
    const { fields } = columnsWith(titles, wanted ?? guessColumns(titles))
    reading = { fields, dateOrders: titles.map(() => 'month first' as const) }
  }
  return reading ?? { fields: [], dateOrders: [] }
}

/** The cells of a line that has to be corrected. A line may be as long as the file. */
const cellCharacters = 500
const shortened = (note: LineNote): LineNote => ({
  ...note,
  cells: note.cells
    .slice(0, columnsMax)
    .map(cell => cell.replaceAll('\0', '').slice(0, cellCharacters).toWellFormed()),
})

/** The start of a cell. The database accepts neither half a character nor NUL, which UTF-16 files are full of. */
const shownOf = (cell: string): string =>
  cell
    .slice(0, 2 * sampleCharacters)
    .replaceAll('\0', '')
    .slice(0, sampleCharacters)
    .replace(/\p{Cs}$/u, '')
