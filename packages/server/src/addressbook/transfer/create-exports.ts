import { PassThrough, type Readable } from 'node:stream'
import { MessageChannel } from 'node:worker_threads'
import type { Author } from '../../journal/index.ts'
import { accessOf, type Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { threadModule } from '../../platform/program/server-file.ts'
import { createThreads } from '../../platform/threads/create-threads.ts'
import type { ExportFormat } from './export-contacts.ts'
import type { ExportTask } from './export-thread.ts'

export interface Exports {
  /**
   * The advisor's contacts as a compressed file. Resolves with its first bytes; later failures are stream errors. Throws what `admit`
   * throws, which is called when its turn has come.
   */
  open(author: Author, format: ExportFormat, admit: () => Promise<void>): Promise<Readable>
  close(): Promise<void>
}

interface Spool {
  /** Bytes buffered in memory for all clients. */
  readonly bytesMax: number
  /** The share of one advisor's clients. */
  readonly bytesOfAdvisorMax: number
}

interface OpenExport {
  readonly advisorId: number
  readonly file: PassThrough
}

const megabyte = 1024 * 1024

/** A million contacts are about 40 MB compressed: three such downloads fit into an advisor's half. */
const defaultSpool: Spool = { bytesMax: 256 * megabyte, bytesOfAdvisorMax: 128 * megabyte }

/** Counted from the request until the client takes the last byte. */
const openOfAdvisorMax = 3

/** A million contacts take about a minute. */
const exportMsMax = 5 * 60_000

/**
 * Exports in which slow or many clients do not slow down others: a thread reads the database at full speed, and what
 * the client has not taken yet is buffered in memory.
 */
export function createExports(database: Database, spool = defaultSpool): Exports {
  const threads = createThreads<ExportTask, number>({
    module: threadModule('addressbook/transfer/export-thread.ts'),
    threads: 1,
    tasksOfOwner: openOfAdvisorMax,
    memoryMegabytes: 256,
    taskMsMax: exportMsMax,
    tooLong: () => new Problem('downstream_unavailable', 'The export took too long. Try again later.'),
  })
  const opened = new Set<OpenExport>()
  const openedOf = (advisorId: number): OpenExport[] =>
    [...opened].filter(each => each.advisorId === advisorId)

  async function open(author: Author, format: ExportFormat, admit: () => Promise<void>): Promise<Readable> {
    const { advisorId } = author
    const own = openedOf(advisorId)
    if (own.length >= openOfAdvisorMax || waitingBytesOf(own) > spool.bytesOfAdvisorMax) {
      throw new Problem(
        'rate_limited',
        'Your other downloads are not finished. Finish or cancel them first.',
        {
          headers: { 'retry-after': '5' },
        },
      )
    }
    if (waitingBytesOf(opened) > spool.bytesMax) {
      throw new Problem(
        'downstream_unavailable',
        'Too many downloads are in progress. Try again in a minute.',
      )
    }
    const { port1: pieces, port2: theirs } = new MessageChannel()
    const file = new PassThrough({ highWaterMark: megabyte })
    const begun = Promise.withResolvers<void>()
    const entry = { advisorId, file }
    opened.add(entry)
    // Without a listener, a client that hangs up would crash the process.
    file.on('error', () => {})
    file.once('close', () => {
      opened.delete(entry)
      pieces.close()
    })
    pieces.on('message', (piece: Uint8Array) => {
      begun.resolve()
      if (file.destroyed) return
      file.write(piece)
      // Long contacts can exceed what the limits assume for the largest address book: the rest of the memory is for
      // other advisors.
      if (waitingBytesOf(openedOf(advisorId)) > spool.bytesOfAdvisorMax) {
        file.destroy(new Error('advisor exceeded the download buffer limit'))
      }
    })
    const closed = new Promise(resolve => pieces.once('close', resolve))
    const task = { access: accessOf(database), author, format, port: theirs }
    threads.run(advisorId, task, [theirs], admit).then(
      // Chunks sent before it ended may arrive after it.
      () => closed.then(() => file.end()),
      (error: unknown) => {
        begun.reject(error)
        file.destroy(error as Error)
      },
    )
    await begun.promise
    return file
  }

  return { open, close: () => threads.close() }
}

/** Bytes that clients have not taken yet. */
function waitingBytesOf(exports: Iterable<OpenExport>): number {
  let bytes = 0
  for (const { file } of exports) bytes += file.readableLength + file.writableLength
  return bytes
}
