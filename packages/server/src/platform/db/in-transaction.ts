import type { Socket } from 'node:net'
import type { PoolClient } from 'pg'
import { abandon } from './abandon.ts'
import { commit } from './commit.ts'
import { CommitIncompleteError, CommitUnconfirmedError, TransactionAbortedError } from './errors.ts'
import type { Database, Tx } from './pool.ts'

interface TransactionOptions {
  /** How long to wait for COMMIT, including a synchronous standby, before the outcome counts as unknown. */
  readonly commitDeadlineMs?: number
  /**
   * The statements that the work sends before it first awaits write nothing, so BEGIN need not be confirmed before them: if it
   * were refused, only they would run outside of a transaction.
   */
  readonly readsFirst?: boolean
}

/** Runs the work in one transaction. Resolves when it is committed; rejects if the commit is not confirmed. */
export async function inTransaction<Result>(
  database: Database,
  work: (tx: Tx) => Promise<Result>,
  { commitDeadlineMs = 5_000, readsFirst = false }: TransactionOptions = {},
): Promise<Result> {
  const client = await database.connect()
  const sendTogether = createCork(client)
  const { tx, refuse, close } = openTx(client, sendTogether)
  let result: Result
  let writes: readonly Promise<unknown>[] = []
  try {
    sendTogether()
    const begun = client.query('begin')
    if (readsFirst) begun.catch(refuse)
    else await begun
    result = await work(tx)
    // Already settled if the work awaited anything. Checked because COMMIT also succeeds outside of a transaction.
    await begun
    writes = close()
  } catch (error) {
    const left = close()
    const isClean = await rollBack(client)
    client.release(!isClean)
    throw (isClean && (await firstFailure(left))) || error
  }
  try {
    sendTogether()
    await commit(client, commitDeadlineMs)
  } catch (error) {
    if (error instanceof CommitUnconfirmedError && error.reason === 'deadline') void abandon(database, client)
    else client.release(true)
    throw (error instanceof TransactionAbortedError && (await firstFailure(writes))) || error
  }
  client.release()
  // A write that never reached the server, which committed without it: a bug that must be reported.
  const unsent = await firstFailure(writes)
  if (unsent !== undefined) throw new CommitIncompleteError(unsent)
  return result
}

/** The error that made the server reject everything after it. */
async function firstFailure(writes: readonly Promise<unknown>[]): Promise<unknown> {
  const endings = await Promise.allSettled(writes)
  return endings.find(ending => ending.status === 'rejected')?.reason
}

/** Returns whether the connection can be reused. */
async function rollBack(client: PoolClient): Promise<boolean> {
  try {
    const query = { text: 'rollback', query_timeout: 1_000 }
    await client.query(query)
    return client.getTransactionStatus() === 'I'
  } catch {
    return false
  }
}

interface OpenTx {
  readonly tx: Tx
  /** Rejects all further statements. */
  readonly refuse: (reason: unknown) => void
  /** Returns the writes that are still in flight. */
  readonly close: () => readonly Promise<unknown>[]
}

/** A forgotten await must not reach the connection once another transaction may be using it. */
function openTx(client: PoolClient, sendTogether: () => void): OpenTx {
  let end: { readonly reason: unknown } | undefined
  const writes: Promise<unknown>[] = []
  const query = (...args: Parameters<typeof client.query>): unknown => {
    if (end) throw end.reason
    sendTogether()
    return client.query(...args)
  }
  const sendWithCommit = (write: Promise<unknown>): void => {
    write.catch(ignore)
    writes.push(write)
  }
  const refuse = (reason: unknown): void => {
    end ??= { reason }
  }
  const close = (): readonly Promise<unknown>[] => {
    refuse(new Error('The transaction has ended: a query in it was not awaited'))
    return writes
  }
  return { tx: { query, sendWithCommit } as unknown as Tx, refuse, close }
}

function ignore(): void {}

/** Statements sent before the next tick leave in one write: each write wakes the server, which costs more than its bytes. */
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
