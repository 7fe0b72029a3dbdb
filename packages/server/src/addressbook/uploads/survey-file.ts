import { limits } from '@parley/contract'
import { bytesAsFile } from '../../platform/files/opened-file.ts'
import { Problem } from '../../platform/problem/problem.ts'
import type { FieldName } from '../contacts/contact-fields.ts'
import { columnsWith, guessColumns } from '../transfer/columns.ts'
import { contactLineOf } from '../transfer/contact-line.ts'
import { recordsOf } from '../transfer/open-contact-file.ts'

export interface SurveyedColumn {
  readonly title: string
  readonly field: FieldName | null
  readonly samples: readonly string[]
}

export interface LineRefusal {
  readonly line: number
  readonly mistake: string
}

export interface Survey {
  readonly columns: readonly SurveyedColumn[]
  readonly lines: number
  readonly right: number
  /** The first ten thousand. */
  readonly refusals: readonly LineRefusal[]
}

const samplesShown = 3
const sampleCharacters = 100
const refusalsKept = 10_000
const columnsMax = 1_000

/** Reads a whole file and reports what an import would do. Without fields, the column titles decide. */
export async function surveyFile(
  name: string,
  bytes: Buffer,
  wanted?: readonly (FieldName | null)[],
): Promise<Survey> {
  const reading = { linesMax: limits.uploadLinesWithBlank }
  let titles: readonly string[] | undefined
  let fields: readonly (FieldName | undefined)[] = []
  const samples: (readonly string[])[] = []
  const refusals: LineRefusal[] = []
  let lines = 0
  let right = 0
  for await (const record of recordsOf(name, bytesAsFile(bytes), reading, () => {})) {
    if (!titles) {
      titles = record.cells
      if (titles.length > columnsMax) {
        throw new Problem('invalid_request', `${name} has more than ${columnsMax} columns.`)
      }
      fields = columnsWith(titles, wanted ?? guessColumns(titles)).fields
      continue
    }
    lines += 1
    if (lines > limits.uploadLines) {
      throw new Problem('invalid_request', `${name} has more than ${limits.uploadLines} lines.`)
    }
    if (samples.length < samplesShown) samples.push(record.cells)
    const line = contactLineOf(fields, record)
    if (line.mistake === undefined) right += 1
    else if (refusals.length < refusalsKept) refusals.push({ line: line.line, mistake: line.mistake })
  }
  if (!titles) throw new Problem('invalid_request', `${name} is empty.`)
  const columns = titles.map((title, column) => ({
    title: shownOf(title),
    field: fields[column] ?? null,
    samples: samples.map(cells => shownOf(cells[column] ?? '')),
  }))
  return { columns, lines, right, refusals }
}

/** The start of a cell. The database accepts neither half a character nor NUL, which UTF-16 files are full of. */
const shownOf = (cell: string): string =>
  cell
    .slice(0, 2 * sampleCharacters)
    .replaceAll('\0', '')
    .slice(0, sampleCharacters)
    .replace(/\p{Cs}$/u, '')
