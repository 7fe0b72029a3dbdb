import { callbackify } from 'node:util'
import { type ClientBase, types as defaultTypes, Pool, TypeOverrides } from 'pg'
import { TwoPasswordPool } from './two-password-pool.ts'

export type Database = Pool

declare const open: unique symbol

/** An open transaction from inTransaction; unusable after its end. */
export interface Tx {
  readonly [open]: true
  readonly query: Pool['query']
  /** Does not wait for the write: COMMIT is sent with it, and nothing is committed unless it succeeds. */
  readonly sendWithCommit: (write: Promise<unknown>) => void
}

/** Where a statement may run. A write that must not be lost takes a Tx: only inTransaction checks its commit. */
export type Queryable = Database | Tx

/** How to reach the database, for threads too, which need their own connections. */
export interface Access {
  readonly url: string
  /** Tried when the server refuses the password of the URL. */
  readonly nextPassword?: string | undefined
}

interface PoolSettings extends Access {
  readonly size: number
  readonly applicationName: string
  /** How long a caller waits for a connection. */
  readonly connectTimeoutMs: number
  readonly statementTimeoutMs?: number
  /** How long a transaction may be idle between statements before the server ends it and frees its locks. */
  readonly idleInTransactionMs?: number
  /** Rejects a new connection that leads to a database which must not be used. */
  readonly admit?: ((client: ClientBase) => Promise<void>) | undefined
}

export function createPool(settings: PoolSettings): Database {
  const { statementTimeoutMs, idleInTransactionMs = 60_000 } = settings
  const config = {
    connectionString: settings.url,
    max: settings.size,
    application_name: settings.applicationName,
    connectionTimeoutMillis: settings.connectTimeoutMs,
    idleTimeoutMillis: 60_000,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    // Statements sent without waiting for each other's results are pipelined.
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types,
    verify: callbackify(async (client: ClientBase) => {
      await client.query(sessionSettings)
      await settings.admit?.(client)
    }),
    // The server ends a slow statement. If the network is silent, the client does so a little later.
    ...(statementTimeoutMs && {
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + 2_000,
    }),
  }
  const { url, nextPassword } = settings
  const pool = nextPassword === undefined ? new Pool(config) : new TwoPasswordPool(config, nextPassword)
  accesses.set(pool, { url, nextPassword })
  // A broken connection fails its running query, and an idle one leaves the pool. Without listeners either would end the
  // process.
  pool.on('error', ignore)
  pool.on('connect', client => client.on('error', ignore))
  return pool
}

const accesses = new WeakMap<Database, Access>()

export function accessOf(database: Database): Access {
  const access = accesses.get(database)
  if (!access) throw new Error('the pool was not created here')
  return access
}

function ignore(): void {}

const sessionSettings = [
  // COMMIT reports missing replication only by a warning: no role or server setting may hide it.
  'set client_min_messages = warning',
  // All statements are short. JIT compilation and parallel workers cost more than they save: a page of 3 ms took 40 with two
  // workers.
  'set jit = off',
  'set max_parallel_workers_per_gather = 0',
  // Every statement is for one advisor. If the planner expects most of a book to match, it would scan the books of all advisors
  // instead.
  'set enable_seqscan = off',
].join(';')

const oid = { int8: 20, date: 1082, int8Array: 1016 } as const
const parseTextArray: (text: string) => NestedText = defaultTypes.getTypeParser(
  oid.int8Array as number,
  'text',
)
const types = new TypeOverrides()
types.setTypeParser(oid.int8, parseSafeInteger)
types.setTypeParser(oid.int8Array, text => parseEach(parseTextArray(text)))
// A calendar day has no time zone; a Date would get that of the process.
types.setTypeParser(oid.date, text => text)

type NestedText = readonly (string | null | NestedText)[]
type NestedNumbers = (number | null | NestedNumbers)[]

function parseEach(values: NestedText): NestedNumbers {
  return values.map(value => {
    if (value === null) return null
    return typeof value === 'string' ? parseSafeInteger(value) : parseEach(value)
  })
}

function parseSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('The database returned an integer beyond 2^53 - 1')
  return value
}
