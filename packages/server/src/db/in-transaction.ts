import type { Socket } from 'node:net'
import type { PoolClient } from 'pg'
import { abandon } from './abandon.ts'
import { commit } from './commit.ts'
import { CommitUnconfirmedError } from './errors.ts'
import type { Database, Tx } from './pool.ts'

interface TransactionOptions {
  /** How long to wait for COMMIT, a synchronous standby included, before the outcome is called unknown. */
  readonly commitDeadlineMs?: number
}

/** Runs the work in one transaction. It resolves when that is committed, and rejects when it is not known to be. */
export async function inTransaction<Result>(
  database: Database,
  work: (tx: Tx) => Promise<Result>,
  { commitDeadlineMs = 5_000 }: TransactionOptions = {},
): Promise<Result> {
  const client = await database.connect()
  const { tx, close } = openTx(client)
  let result: Result
  try {
    await client.query('begin')
    result = await work(tx)
  } catch (error) {
    close()
    client.release(!(await rollBack(client)))
    throw error
  }
  close()
  try {
    await commit(client, commitDeadlineMs)
  } catch (error) {
    if (error instanceof CommitUnconfirmedError && error.reason === 'deadline') void abandon(database, client)
    else client.release(true)
    throw error
  }
  client.release()
  return result
}

/** Whether the connection is clean again. */
async function rollBack(client: PoolClient): Promise<boolean> {
  try {
    const query = { text: 'rollback', query_timeout: 1_000 }
    await client.query(query)
    return client.getTransactionStatus() === 'I'
  } catch {
    return false
  }
}

/** A forgotten await must not reach the connection once another transaction may be using it. */
function openTx(client: PoolClient): { tx: Tx; close: () => void } {
  let ended = false
  const sendTogether = createCork(client)
  const query = (...args: Parameters<typeof client.query>): unknown => {
    if (ended) throw new Error('The transaction has ended: a query in it was not awaited')
    sendTogether()
    return client.query(...args)
  }
  return { tx: { query } as unknown as Tx, close: () => (ended = true) }
}

/** What is sent before the next tick leaves in one piece: each write wakes the server, which costs more than its bytes. */
function createCork(client: PoolClient): () => void {
  const { stream } = (client as PoolClient & { readonly connection: { readonly stream: Socket } }).connection
  let corked = false
  return () => {
    if (corked) return
    corked = true
    stream.cork()
    process.nextTick(() => {
      corked = false
      stream.uncork()
    })
  }
}
