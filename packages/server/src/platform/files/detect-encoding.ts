import { TextDecoder } from 'node:util'
import type { OpenedFile } from './opened-file.ts'
import { UnreadableError } from './unreadable.ts'

export type FileEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/**
 * How a text file is encoded: UTF-8 if all of it is valid, UTF-16 if it begins with its mark, otherwise Windows-1252, which is what
 * spreadsheets on Windows save as CSV. Reads to the end even if the answer is known before: a file that is left half read is closed.
 */
export async function detectEncoding(file: Pick<OpenedFile, 'createReadStream'>): Promise<FileEncoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let head: Buffer | undefined
  let isUtf8 = true
  let hasNul = false
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) {
    const bytes = chunk as Buffer
    head ??= Buffer.from(bytes.subarray(0, 4))
    hasNul ||= bytes.includes(0)
    isUtf8 &&= isDecoded(decoder, bytes)
  }
  isUtf8 &&= isDecoded(decoder)
  const start = head?.toString('hex') ?? ''
  if (start === '504b0304') throw workbook('.xlsx')
  if (start === 'd0cf11e0') throw workbook('.xls')
  if (start === '25504446') throw new UnreadableError('it is a PDF file')
  if (start.startsWith('fffe')) return 'utf-16le'
  if (start.startsWith('feff')) return 'utf-16be'
  if (isUtf8) return 'utf-8'
  if (hasNul) throw new UnreadableError('it is not a text file')
  return 'windows-1252'
}

function isDecoded(decoder: TextDecoder, bytes?: Buffer): boolean {
  try {
    decoder.decode(bytes, { stream: bytes !== undefined })
    return true
  } catch {
    return false
  }
}

const workbook = (kind: string): UnreadableError =>
  new UnreadableError(
    `it is an Excel workbook (${kind}). In Excel, choose File, Save As, and the type "CSV UTF-8", then import that file`,
  )
