import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { decodeText } from '../../files/decode-text.ts'
import { openFile } from '../../files/open-file.ts'
import type { OpenedFile } from '../../files/opened-file.ts'
import { type CsvRecord, readRecords, type Separator } from '../../files/read-records.ts'
import { UnreadableError } from '../../files/unreadable.ts'
import { Problem } from '../../http/problem.ts'
import type { FieldName } from '../contact-fields.ts'
import { type Columns, columnsWith, resolveColumns, type WantedColumns } from './columns.ts'
import { type ContactLine, contactLineOf } from './contact-line.ts'

interface Reading extends WantedColumns {
  /** Told by the first line where it is not given. */
  readonly separator?: Separator | undefined
  /** For each column the field it holds, whatever the titles say. */
  readonly fields?: readonly (FieldName | null)[]
}

export interface ContactFile {
  /** SHA-256 of its bytes. */
  readonly digest: Buffer
  /** Which column is which field, as one text. */
  readonly reading: string
  readonly unusedColumns: readonly string[]
  /** Every line that is not blank, one by one: whatever the file's size, a small part of it is in memory. */
  readonly lines: (onRead?: (share: number) => void) => AsyncGenerator<ContactLine>
  readonly close: () => Promise<void>
}

/**
 * Opens a CSV file of contacts, in UTF-8. It is read to its end once before anything comes of it: one that is broken at
 * its end must not be half in, because mended it would be another file, and its first half would come in twice.
 */
export async function openContactFile(path: string, reading: Reading): Promise<ContactFile> {
  return readContactFile(basename(path), await openFile(path), reading)
}

/** The same of a file that is open already. */
export async function readContactFile(
  name: string,
  file: OpenedFile,
  reading: Reading,
): Promise<ContactFile> {
  try {
    const { columns, digest } = await survey(name, file, reading)
    return {
      digest,
      reading: columns.fields.map(field => field ?? '').join(','),
      unusedColumns: columns.unused,
      lines: onRead => linesOf(name, file, { reading, columns, digest, onRead }),
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function survey(
  name: string,
  file: OpenedFile,
  reading: Reading,
): Promise<{ columns: Columns; digest: Buffer }> {
  const hash = createHash('sha256')
  let columns: Columns | undefined
  for await (const { cells } of recordsOf(name, file, reading, chunk => hash.update(chunk))) {
    columns ??= reading.fields ? columnsWith(cells, reading.fields) : resolveColumns(cells, reading)
  }
  if (!columns) throw unreadable(name, 'it is empty')
  return { columns, digest: hash.digest() }
}

interface Lines {
  readonly reading: Reading
  readonly columns: Columns
  readonly digest: Buffer
  readonly onRead: ((share: number) => void) | undefined
}

async function* linesOf(
  name: string,
  file: OpenedFile,
  { reading, columns, digest, onRead }: Lines,
): AsyncGenerator<ContactLine> {
  const { size } = await file.stat()
  const hash = createHash('sha256')
  let bytes = 0
  const records = recordsOf(name, file, reading, chunk => {
    hash.update(chunk)
    bytes += chunk.length
    onRead?.(bytes / size)
  })
  let isHeader = true
  for await (const record of records) {
    if (!isHeader) yield contactLineOf(columns.fields, record)
    isHeader = false
  }
  if (!hash.digest().equals(digest)) {
    throw new Problem('conflict', `${name} was changed while it was read. Import it again.`)
  }
}

export async function* recordsOf(
  name: string,
  file: OpenedFile,
  { separator }: Pick<Reading, 'separator'>,
  onChunk: (chunk: Buffer) => void,
): AsyncGenerator<CsvRecord> {
  try {
    yield* readRecords(decodeText(file, 'utf-8', onChunk), separator)
  } catch (error) {
    throw error instanceof UnreadableError ? unreadable(name, error.message) : error
  }
}

const unreadable = (name: string, why: string): Problem =>
  new Problem('invalid_request', `${name} cannot be read as CSV in UTF-8: ${why}. Nothing was done.`)
