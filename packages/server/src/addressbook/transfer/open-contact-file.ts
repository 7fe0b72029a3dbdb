import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { decodeText } from '../../platform/files/decode-text.ts'
import { detectEncoding, type FileEncoding } from '../../platform/files/detect-encoding.ts'
import { openFile } from '../../platform/files/open-file.ts'
import type { OpenedFile } from '../../platform/files/opened-file.ts'
import { type CsvRecord, type RecordReading, readRecords } from '../../platform/files/read-records.ts'
import { UnreadableError } from '../../platform/files/unreadable.ts'
import { Problem } from '../../platform/problem/problem.ts'
import type { FieldName } from '../contacts/contact-fields.ts'
import { type ColumnOptions, type Columns, columnsWith, resolveColumns } from './columns.ts'
import { type ContactLine, contactLineOf, type LineReading, notedOrders } from './contact-line.ts'

interface Reading extends ColumnOptions, RecordReading {
  /** The field of each column, overriding the titles. */
  readonly fields?: readonly (FieldName | null)[]
}

export interface ContactFile {
  /** SHA-256 of its bytes. */
  readonly digest: Buffer
  /** The column mapping as one string. */
  readonly reading: string
  readonly unusedColumns: readonly string[]
  readonly encoding: FileEncoding
  /** Streams every non-blank line: memory use does not depend on the file's size. */
  readonly lines: (onRead?: (share: number) => void) => AsyncGenerator<ContactLine>
  readonly close: () => Promise<void>
}

/**
 * Opens a CSV file of contacts. It is read to the end once before anything is imported: a file with an error near
 * its end must not be half imported, because the corrected file would be a different one and its first half would be
 * imported twice.
 */
export async function openContactFile(path: string, reading: Reading): Promise<ContactFile> {
  return readContactFile(basename(path), await openFile(path), reading)
}

/** The same for an open file. */
export async function readContactFile(
  name: string,
  file: OpenedFile,
  reading: Reading,
): Promise<ContactFile> {
  try {
    const encoding = await encodingOf(name, file)
    const { columns, digest, lineReading } = await survey(name, file, { ...reading, encoding })
    return {
      digest,
      encoding,
      reading: columns.fields.map(field => field ?? '').join(','),
      unusedColumns: columns.unused,
      lines: onRead =>
        linesOf(name, file, { reading: { ...reading, encoding }, lineReading, digest, onRead }),
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

interface Surveyed {
  readonly columns: Columns
  readonly lineReading: LineReading
  readonly digest: Buffer
}

async function survey(name: string, file: OpenedFile, reading: Encoded<Reading>): Promise<Surveyed> {
  const hash = createHash('sha256')
  let columns: Columns | undefined
  let lineReading: LineReading | undefined
  for await (const record of recordsOf(name, file, reading, chunk => hash.update(chunk))) {
    if (lineReading) lineReading = { ...lineReading, dateOrders: notedOrders(lineReading, record) }
    else {
      const { cells } = record
      columns = reading.fields ? columnsWith(cells, reading.fields) : resolveColumns(cells, reading)
      lineReading = { fields: columns.fields, dateOrders: columns.fields.map(() => 'month first' as const) }
    }
  }
  if (!columns || !lineReading) throw unreadable(name, 'it is empty')
  return { columns, lineReading, digest: hash.digest() }
}

interface Lines {
  readonly reading: Encoded<Reading>
  readonly lineReading: LineReading
  readonly digest: Buffer
  readonly onRead: ((share: number) => void) | undefined
}

async function* linesOf(
  name: string,
  file: OpenedFile,
  { reading, lineReading, digest, onRead }: Lines,
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
    if (!isHeader) yield contactLineOf(lineReading, record)
    isHeader = false
  }
  if (!hash.digest().equals(digest)) {
    throw new Problem('conflict', `${name} was changed while it was read. Import it again.`)
  }
}

type Encoded<Options> = Options & { readonly encoding: FileEncoding }

/** Finds out how the file is encoded, or says what it is instead of text. */
export async function encodingOf(name: string, file: OpenedFile): Promise<FileEncoding> {
  try {
    return await detectEncoding(file)
  } catch (error) {
    throw error instanceof UnreadableError ? unreadable(name, error.message) : error
  }
}

export async function* recordsOf(
  name: string,
  file: OpenedFile,
  reading: Encoded<RecordReading>,
  onChunk: (chunk: Buffer) => void,
): AsyncGenerator<CsvRecord> {
  try {
    yield* readRecords(decodeText(file, reading.encoding, onChunk), reading)
  } catch (error) {
    throw error instanceof UnreadableError ? unreadable(name, error.message) : error
  }
}

const unreadable = (name: string, why: string): Problem =>
  new Problem('invalid_request', `${name} cannot be read as CSV: ${why}. Nothing was done.`)
