import { afterEach, expect, it, vi } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { enqueue } from './enqueue.ts'
import type { Job } from './job.ts'
import { runJobs } from './run-jobs.ts'

// As the application role: the worker starts, adds and runs jobs without the right to change the schema.
const { database, owner } = await useTestDatabase()

const seen: string[] = []
const logged: unknown[] = []
let hold = Promise.resolve()

const greet: Job<{ name: string }> = {
  name: 'greet',
  handle: async ({ name }) => {
    seen.push(`start ${name}`)
    await hold
    seen.push(`end ${name}`)
  },
}
const fail: Job<{ secret: string }> = {
  name: 'fail',
  handle: async () => {
    throw new Error('refused')
  },
}

const start = (jobs: readonly Job<never>[] = [greet, fail], leaseMs?: number): ReturnType<typeof runJobs> =>
  runJobs({
    database,
    jobs,
    concurrency: 2,
    log: (...line) => logged.push(line),
    ...(leaseMs !== undefined && { leaseMs }),
  })
const waiting = async (): Promise<number> =>
  (await owner.query('select count(*) as waiting from graphile_worker._private_jobs')).rows[0].waiting

afterEach(async () => {
  seen.length = 0
  logged.length = 0
  hold = Promise.resolve()
  await owner.query('delete from graphile_worker._private_jobs')
})

it('a job runs once if its transaction commits, and never if it does not', async () => {
  const running = await start()
  const rolledBack = inTransaction(database, async tx => {
    await enqueue(tx, greet, { name: 'nobody' })
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  await inTransaction(database, tx => enqueue(tx, greet, { name: 'Ada' }))
  await vi.waitFor(async () => expect(await waiting()).toBe(0), 60_000)
  await running.stop()
  expect(seen).toEqual(['start Ada', 'end Ada'])
})

it('a job does not run before its time, and a replaced job does not run', async () => {
  await inTransaction(database, async tx => {
    await enqueue(tx, greet, { name: 'later' }, { runAt: new Date(Date.now() + 60_000) })
    await enqueue(tx, greet, { name: 'old' }, { key: 'one' })
    await enqueue(tx, greet, { name: 'new' }, { key: 'one', queue: 'line', maxAttempts: 3 })
  })
  const running = await start()
  await vi.waitFor(async () => expect(await waiting()).toBe(1), 60_000)
  await running.stop()
  expect(seen).toEqual(['start new', 'end new'])
})

it('stop waits for the running job, records its end and takes no other', async () => {
  const running = await start([greet])
  const { promise, resolve } = Promise.withResolvers<void>()
  hold = promise
  await inTransaction(database, tx => enqueue(tx, greet, { name: 'Ada' }))
  await vi.waitFor(() => expect(seen).toEqual(['start Ada']), 60_000)
  let stopped = false
  const stopping = running.stop().then(() => (stopped = true))
  await inTransaction(database, tx => enqueue(tx, greet, { name: 'too late' }))
  await new Promise(done => setTimeout(done, 200))
  expect(stopped).toBe(false)
  resolve()
  await stopping
  expect(seen).toEqual(['start Ada', 'end Ada'])
  expect(await waiting()).toBe(1)
})

it('a failed job is kept for another attempt, and the log identifies it without its payload', async () => {
  const running = await start()
  await inTransaction(database, tx => enqueue(tx, fail, { secret: '+15551234567' }))
  await vi.waitFor(() => expect(logged).toHaveLength(1), 60_000)
  await running.stop()
  expect(logged).toMatchObject([
    ['error', 'job failed', { job: 'fail', attempt: 1, err: { message: 'refused' } }],
  ])
  expect(JSON.stringify(logged)).not.toContain('5551234567')
  const { rows } = await owner.query(
    'select attempts, locked_by, last_error from graphile_worker._private_jobs',
  )
  expect(rows).toEqual([{ attempts: 1, locked_by: null, last_error: 'refused' }])
})

it('a job whose end cannot be recorded is logged and runs again, and other jobs go on', async () => {
  const running = await start([greet], 2_000)
  await owner.query('revoke delete on graphile_worker._private_jobs from parley_app')
  await inTransaction(database, tx => enqueue(tx, greet, { name: 'Ada' }))
  await vi.waitFor(
    () => expect(logged).toContainEqual(['warn', 'the job queue stopped and starts again', {}]),
    60_000,
  )
  expect(logged).toContainEqual(['error', 'could not record the end of a job', expect.anything()])
  await owner.query('grant delete on graphile_worker._private_jobs to parley_app')
  await inTransaction(database, tx => enqueue(tx, greet, { name: 'Bob' }))
  await vi.waitFor(async () => expect(await waiting()).toBe(0), 60_000)
  expect(seen).toEqual(expect.arrayContaining(['end Ada', 'end Bob']))
  expect(seen.filter(line => line === 'end Ada').length).toBeGreaterThan(1)
  await running.stop()
})

it('can be stopped while it cannot start again', async () => {
  const running = await start([greet])
  await owner.query('revoke delete on graphile_worker._private_jobs from parley_app')
  await inTransaction(database, tx => enqueue(tx, greet, { name: 'Ada' }))
  await vi.waitFor(
    () => expect(logged).toContainEqual(['warn', 'the job queue stopped and starts again', {}]),
    60_000,
  )
  await expect(running.stop()).resolves.toBeUndefined()
  await owner.query('grant delete on graphile_worker._private_jobs to parley_app')
})

it('a job whose process died runs elsewhere when its lease expires', async () => {
  await inTransaction(database, tx => enqueue(tx, greet, { name: 'Ada' }))
  await owner.query(`update graphile_worker._private_jobs set locked_by = 'gone', locked_at = now()`)
  const running = await start([greet], 400)
  await vi.waitFor(async () => expect(await waiting()).toBe(0), 60_000)
  await running.stop()
  expect(seen).toEqual(['start Ada', 'end Ada'])
  expect(logged).toContainEqual([
    'warn',
    'requeued a job whose process died',
    { name: 'greet', jobId: expect.any(String) },
  ])
})

it('a job that takes longer than a lease keeps it as long as its process lives', async () => {
  const [one, other] = await Promise.all([start([greet], 2_000), start([greet], 2_000)])
  const { promise, resolve } = Promise.withResolvers<void>()
  hold = promise
  await inTransaction(database, tx => enqueue(tx, greet, { name: 'Ada' }))
  await vi.waitFor(() => expect(seen).toEqual(['start Ada']), 60_000)
  // Three leases. The other worker polls every two seconds.
  await new Promise(done => setTimeout(done, 6_500))
  resolve()
  await Promise.all([one.stop(), other.stop()])
  expect(seen).toEqual(['start Ada', 'end Ada'])
})

it('a job that has had its last attempt is abandoned once, and removed', async () => {
  const given: string[] = []
  const doomed: Job<{ name: string }> = {
    ...greet,
    giveUp: async ({ name }) => void given.push(name),
  }
  await inTransaction(database, tx => enqueue(tx, greet, { name: 'Ada' }))
  await owner.query('update graphile_worker._private_jobs set attempts = max_attempts')
  const running = await start([doomed], 200)
  await vi.waitFor(async () => expect(await waiting()).toBe(0), 60_000)
  await running.stop()
  expect([given, seen]).toEqual([['Ada'], []])
})

it('an empty list of jobs is allowed', async () => {
  const running = await start([])
  await new Promise(done => setTimeout(done, 50))
  expect(logged).toEqual([])
  await expect(running.stop()).resolves.toBeUndefined()
})

it('stopping twice is harmless', async () => {
  const running = await start()
  await expect(Promise.all([running.stop(), running.stop()])).resolves.toBeDefined()
})

it('two jobs of one name are rejected', async () => {
  await expect(start([greet, greet])).rejects.toThrow('same name')
})
