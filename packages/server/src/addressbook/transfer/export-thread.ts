// Runs in its own thread with its own connections. Reads the address book as fast as the database allows, compresses it
// and passes it on in chunks.
import { once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import { createGzip } from 'node:zlib'
import type { Author } from '../../journal/index.ts'
import { type Access, createPool } from '../../platform/db/pool.ts'
import { answering } from '../../platform/threads/task-outcome.ts'
import { type ExportFormat, exportContacts } from './export-contacts.ts'

export interface ExportTask {
  readonly access: Access
  readonly author: Author
  readonly format: ExportFormat
  /** Receives the chunks. Closed by the other side when the client is gone. */
  readonly port: MessagePort
}

// biome-ignore lint/style/noDefaultExport: what a thread runs is its module's default export
export default answering(async ({ access, author, format, port }: ExportTask): Promise<number> => {
  // One connection for the snapshot, one for the journal entry.
  const database = createPool({
    ...access,
    size: 2,
    applicationName: 'parley export',
    connectTimeoutMs: 2_000,
    statementTimeoutMs: 10_000,
  })
  let isWanted = true
  port.once('close', () => (isWanted = false))
  const gzip = createGzip({ level: 1 })
  gzip.on('data', (piece: Buffer) => port.postMessage(piece))
  try {
    const count = await exportContacts(database, author, {
      format,
      write: async text => {
        if (!isWanted) throw new Error('client disconnected')
        if (!gzip.write(text)) await once(gzip, 'drain')
      },
    })
    gzip.end()
    await once(gzip, 'end')
    return count
  } finally {
    port.close()
    await database.end()
  }
})
