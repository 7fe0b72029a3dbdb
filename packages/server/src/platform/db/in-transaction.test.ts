import { afterAll, beforeEach, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { classifyDatabaseError, TransactionAbortedError } from './errors.ts'
import { inTransaction } from './in-transaction.ts'
import { createPool, type Tx } from './pool.ts'

const { owner, url } = await useTestDatabase()
await owner.query(`
  create table note (id integer primary key, parent integer references note deferrable initially deferred);
  grant select, insert on note to parley_app`)
const database = createPool({ url, size: 1, applicationName: 'test', connectTimeoutMs: 10_000 })
afterAll(() => database.end())
beforeEach(async () => {
  await owner.query('truncate note')
})

const notes = async (): Promise<number[]> => {
  const { rows } = await owner.query('select id from note order by id')
  return rows.map(row => row.id)
}
const backend = async (): Promise<number> =>
  (await database.query('select pg_backend_pid() as pid')).rows[0].pid

it('the work is committed once it resolves, and its result is returned', async () => {
  const answer = await inTransaction(database, async tx => {
    await tx.query('insert into note values (1)')
    expect(await notes()).toEqual([])
    return 'done'
  })
  expect(answer).toBe('done')
  expect(await notes()).toEqual([1])
})

it('work that throws is rolled back, and its connection is reused', async () => {
  const before = await backend()
  const failure = new Error('no')
  const work = inTransaction(database, async tx => {
    await tx.query('insert into note values (1)')
    throw failure
  })
  await expect(work).rejects.toBe(failure)
  expect(await notes()).toEqual([])
  expect(await backend()).toBe(before)
})

it('a failed statement that the work ignores does not count as a commit', async () => {
  const work = inTransaction(database, async tx => {
    await tx.query('insert into note values (1)')
    await tx.query('insert into note values (1)').catch(() => {})
  })
  await expect(work).rejects.toThrow(TransactionAbortedError)
  expect(await notes()).toEqual([])
})

it('a constraint that fails at COMMIT is an error, not an unknown outcome', async () => {
  const error = await inTransaction(database, tx => tx.query('insert into note values (1, 99)')).catch(
    (caught: unknown) => caught,
  )
  expect(error).toMatchObject({ code: '23503' })
  expect(classifyDatabaseError(error)).toBe('bug')
})

it('a connection killed during the work means that nothing was done, and is replaced', async () => {
  const before = await backend()
  const error = await inTransaction(database, async tx => {
    await tx.query('insert into note values (1)')
    await tx.query('select pg_terminate_backend(pg_backend_pid())')
  }).catch((caught: unknown) => caught)
  expect(classifyDatabaseError(error)).toBe('unavailable')
  expect(await notes()).toEqual([])
  expect(await backend()).not.toBe(before)
})

it('a connection that hangs during the work is destroyed, not returned', async () => {
  const before = await backend()
  const work = inTransaction(database, async tx => {
    void tx.query('select pg_sleep(30)').catch(() => {})
    throw new Error('gave up')
  })
  await expect(work).rejects.toThrow('gave up')
  expect(await backend()).not.toBe(before)
})

it('a transaction cannot be used after its end', async () => {
  let escaped: Tx | undefined
  await inTransaction(database, async tx => {
    escaped = tx
  })
  expect(() => escaped?.query('select')).toThrow('has ended')
})

it('a write sent along with COMMIT is committed with the rest', async () => {
  await inTransaction(database, async tx => {
    await tx.query('insert into note values (1)')
    tx.sendWithCommit(tx.query('insert into note values (2)'))
  })
  expect(await notes()).toEqual([1, 2])
})

it('a failing write sent along with COMMIT rolls everything back, and its error is reported', async () => {
  const failing = (work: (tx: Tx) => Promise<unknown>): Promise<unknown> =>
    inTransaction(database, async tx => {
      await tx.query('insert into note values (1)')
      tx.sendWithCommit(tx.query('insert into note values (1)'))
      tx.sendWithCommit(tx.query('insert into note values (2)'))
      await work(tx)
    }).catch((caught: unknown) => caught)
  expect(await failing(async () => {})).toMatchObject({ code: '23505' })
  expect(await failing(tx => tx.query('insert into note values (3)'))).toMatchObject({ code: '23505' })
  expect(await notes()).toEqual([])
})

it('a write that never reaches the server is reported', async () => {
  const work = inTransaction(database, async tx => {
    tx.sendWithCommit(Promise.reject(new Error('not sent')))
  })
  await expect(work).rejects.toThrow('Committed without one of its writes')
  // A caller that assumes a failure would do the work twice.
  expect(classifyDatabaseError(await work.catch((error: unknown) => error))).toBe('unconfirmed')
})

it('a connection killed while COMMIT is in flight leaves the outcome unknown', async () => {
  const error = await inTransaction(database, async tx => {
    tx.sendWithCommit(tx.query('select pg_terminate_backend(pg_backend_pid())'))
  }).catch((caught: unknown) => caught)
  expect(classifyDatabaseError(error)).toBe('unconfirmed')
})

it('reads first: work that starts with its transaction is atomic too', async () => {
  const work = (fails: boolean): Promise<unknown> =>
    inTransaction(
      database,
      async tx => {
        await tx.query('select from note')
        await tx.query('insert into note values (1)')
        if (fails) throw new Error('no')
      },
      { readsFirst: true },
    )
  await expect(work(true)).rejects.toThrow('no')
  expect(await notes()).toEqual([])
  await work(false)
  expect(await notes()).toEqual([1])
})

it('reads first: nothing is sent after a refused BEGIN', async () => {
  const refusing = {
    connect: async () => {
      const client = await database.connect()
      const query = client.query.bind(client) as (...args: unknown[]) => unknown
      const refuse = (...args: unknown[]): unknown => query(args[0] === 'begin' ? 'begun' : args[0])
      return Object.assign(Object.create(client) as typeof client, { query: refuse })
    },
  } as unknown as typeof database
  const work = inTransaction(
    refusing,
    async tx => {
      await tx.query('select from note')
      await tx.query('insert into note values (1)')
    },
    { readsFirst: true },
  )
  await expect(work).rejects.toMatchObject({ code: '42601' })
  expect(await notes()).toEqual([])
  const onlyReads = inTransaction(refusing, tx => tx.query('select from note'), { readsFirst: true })
  await expect(onlyReads).rejects.toMatchObject({ code: '42601' })
})
