import type { ClientBase } from 'pg'
import { CommitUnconfirmedError, isConnectionLost, TransactionAbortedError } from './errors.ts'

/** Returns only when the transaction is committed as safely as the server is configured to. */
export async function commit(client: ClientBase, deadlineMs: number): Promise<void> {
  let replicated = true
  // When the wait for the standby is cancelled, COMMIT still succeeds: this warning is the only sign.
  const watch = (notice: { routine?: string | undefined }): void => {
    if (notice.routine === 'SyncRepWaitForLSN') replicated = false
  }
  client.on('notice', watch)
  try {
    const command = await sendCommit(client, deadlineMs)
    if (command !== 'COMMIT') throw new TransactionAbortedError()
    if (!replicated) throw new CommitUnconfirmedError('not replicated')
  } finally {
    client.off('notice', watch)
  }
}

const isOverdue = Symbol('overdue')
/** The driver's own limit destroys the connection, and a pooler then no longer knows which backend to cancel. */
const driverMarginMs = 5_000

async function sendCommit(client: ClientBase, deadlineMs: number): Promise<string> {
  // statement_timeout does not end the wait for the standby, so this deadline is the client's.
  const query = { text: 'commit', query_timeout: deadlineMs + driverMarginMs }
  const committing = client.query(query)
  committing.catch(() => {})
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<typeof isOverdue>(resolve => {
    timer = setTimeout(resolve, deadlineMs, isOverdue)
  })
  try {
    const result = await Promise.race([committing, deadline])
    if (result === isOverdue) throw new CommitUnconfirmedError('deadline')
    return result.command
  } catch (error) {
    if (error instanceof CommitUnconfirmedError || !isConnectionLost(error)) throw error // the server says that it did not commit
    throw new CommitUnconfirmedError('connection lost')
  } finally {
    clearTimeout(timer)
  }
}
