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

async function sendCommit(client: ClientBase, deadlineMs: number): Promise<string> {
  // statement_timeout does not end the wait for the standby, so this deadline is the client's.
  const query = { text: 'commit', query_timeout: deadlineMs }
  try {
    return (await client.query(query)).command
  } catch (error) {
    if (!isConnectionLost(error)) throw error // the server says that it did not commit
    const late = error instanceof Error && error.message === 'Query read timeout'
    throw new CommitUnconfirmedError(late ? 'deadline' : 'connection lost')
  }
}
