import { type FileHandle, open } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { TextDecoder } from 'node:util'
import { Problem } from '../../http/problem.ts'
import type { GivenItem } from '../given-item.ts'
import { readCsv } from './read-csv.ts'
import { readFeed } from './read-feed.ts'
import { readJson } from './read-json.ts'
import { UnreadableError } from './unreadable.ts'

export const fileFormats = ['csv', 'json', 'rss', 'atom'] as const
export type FileFormat = (typeof fileFormats)[number]

interface Reading {
  /** Told by the file's name and beginning where it is not given. */
  readonly format?: FileFormat | undefined
  /** How much of the file is read, from 0 to 1. */
  readonly onRead?: (share: number) => void
}

const headBytes = 4_096

/** The items of a file on this machine, one by one: whatever its size, a small part of it is in memory. */
export async function* readItems(path: string, { format, onRead }: Reading = {}): AsyncGenerator<GivenItem> {
  const name = basename(path)
  const file = await openFile(path)
  try {
    const { size } = await file.stat()
    const head = await headOf(file)
    const from = format ?? formatOf(name, head)
    try {
      yield* readers[from](decode(file, encodingOf(head), bytes => onRead?.(size === 0 ? 1 : bytes / size)))
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error
      throw new Problem('invalid_request', `${name} cannot be read as ${spelled[from]}: ${error.message}.`)
    }
  } finally {
    await file.close()
  }
}

const readers: Readonly<Record<FileFormat, (text: AsyncIterable<string>) => AsyncGenerator<GivenItem>>> = {
  csv: readCsv,
  json: readJson,
  rss: text => readFeed(text, 'rss'),
  atom: text => readFeed(text, 'atom'),
}

const spelled = { csv: 'CSV', json: 'JSON', rss: 'RSS 2.0', atom: 'Atom' } as const

async function openFile(path: string): Promise<FileHandle> {
  try {
    const file = await open(path)
    if ((await file.stat()).isFile()) return file
    await file.close()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    if (error.code !== 'ENOENT')
      throw new Problem('forbidden', `${path} cannot be opened: ${String(error.code)}.`)
  }
  throw new Problem('not_found', `There is no file ${path}.`)
}

async function headOf(file: FileHandle): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  return buffer.toString('latin1', 0, bytesRead)
}

function formatOf(name: string, head: string): FileFormat {
  const extension = extname(name).toLowerCase()
  if (extension === '.csv') return 'csv'
  if (['.json', '.jsonl', '.ndjson'].includes(extension)) return 'json'
  if (/<(?:\w+:)?feed[\s>]/.test(head)) return 'atom'
  if (extension === '.rss' || /<rss[\s>]/.test(head)) return 'rss'
  if (extension === '.atom') return 'atom'
  if (/^(?:\xef\xbb\xbf)?\s*[[{]/.test(head)) return 'json'
  throw new Problem(
    'invalid_request',
    `It cannot be told what ${name} is: give its format, one of ${fileFormats.join(', ')}.`,
  )
}

/** By the byte order mark or the XML declaration; otherwise UTF-8. */
function encodingOf(head: string): string {
  if (head.startsWith('\xff\xfe')) return 'utf-16le'
  if (head.startsWith('\xfe\xff')) return 'utf-16be'
  return /^(?:\xef\xbb\xbf)?<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? 'utf-8'
}

async function* decode(
  file: FileHandle,
  encoding: string,
  onRead: (bytes: number) => void,
): AsyncGenerator<string> {
  let decoder: TextDecoder
  try {
    decoder = new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new UnreadableError(`its encoding ${encoding} is not known`)
  }
  let bytes = 0
  try {
    for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) {
      bytes += (chunk as Buffer).length
      onRead(bytes)
      yield decoder.decode(chunk as Buffer, { stream: true })
    }
    yield decoder.decode()
  } catch (error) {
    if (
      !(error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
    ) {
      throw error
    }
    throw new UnreadableError(`it is not text in ${encoding.toUpperCase()}`)
  }
}
