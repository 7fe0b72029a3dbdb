import type { FileHandle } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { decodeText } from '../../platform/files/decode-text.ts'
import { openFile } from '../../platform/files/open-file.ts'
import { UnreadableError } from '../../platform/files/unreadable.ts'
import { Problem } from '../../platform/problem/problem.ts'
import type { RawItem } from '../raw-item.ts'
import { readCsv } from './read-csv.ts'
import { readFeed } from './read-feed.ts'
import { readJson } from './read-json.ts'

export const fileFormats = ['csv', 'json', 'rss', 'atom'] as const
export type FileFormat = (typeof fileFormats)[number]

interface Reading {
  /** Detected from the file's name and beginning if not given. */
  readonly format?: FileFormat | undefined
  /** Progress of reading, from 0 to 1. */
  readonly onRead?: (share: number) => void
}

const headBytes = 4_096

/** Streams the items of a file on this machine: only a small part is in memory, whatever its size. */
export async function* readItems(path: string, { format, onRead }: Reading = {}): AsyncGenerator<RawItem> {
  const name = basename(path)
  const file = await openFile(path)
  try {
    const { size } = await file.stat()
    const head = await headOf(file)
    const from = format ?? formatOf(name, head)
    let bytes = 0
    const text = decodeText(file, encodingOf(head), chunk => {
      bytes += chunk.length
      onRead?.(bytes / size)
    })
    try {
      yield* readers[from](text)
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error
      throw new Problem('invalid_request', `${name} cannot be read as ${spelled[from]}: ${error.message}.`)
    }
  } finally {
    await file.close()
  }
}

const readers: Readonly<Record<FileFormat, (text: AsyncIterable<string>) => AsyncGenerator<RawItem>>> = {
  csv: readCsv,
  json: readJson,
  rss: text => readFeed(text, 'rss'),
  atom: text => readFeed(text, 'atom'),
}

const spelled = { csv: 'CSV', json: 'JSON', rss: 'RSS 2.0', atom: 'Atom' } as const

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
    `The format of ${name} cannot be detected. Give one of ${fileFormats.join(', ')}.`,
  )
}

/** By the byte order mark or the XML declaration; otherwise UTF-8. */
function encodingOf(head: string): string {
  if (head.startsWith('\xff\xfe')) return 'utf-16le'
  if (head.startsWith('\xfe\xff')) return 'utf-16be'
  return /^(?:\xef\xbb\xbf)?<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? 'utf-8'
}
