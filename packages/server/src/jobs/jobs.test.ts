import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { enqueue } from './enqueue.ts'
import type { Job } from './job.ts'
import { runJobs } from './run-jobs.ts'

// As the application role: the worker starts, adds and runs jobs without any right to change the schema.
const { database, owner, drop } = await createTestDatabase()
afterAll(drop)

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

const start = (jobs: readonly Job<never>[] = [greet, fail]): ReturnType<typeof runJobs> =>
  runJobs({ database, jobs, concurrency: 2, log: (...line) => logged.push(line) })
const waiting = async (): Promise<number> =>
  (await owner.query('select count(*) as waiting from graphile_worker._private_jobs')).rows[0].waiting

afterEach(async () => {
  seen.length = 0
  logged.length = 0
  hold = Promise.resolve()
  await owner.query('delete from graphile_worker._private_jobs')
})

test('a job runs once if its transaction commits, and never if it does not', async () => {
  const running = await start()
  const rolledBack = inTransaction(database, async tx => {
    await enqueue(tx, greet, { name: 'nobody' })
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  await inTransaction(database, tx => enqueue(tx, greet, { name: 'Ada' }))
  await vi.waitFor(async () => expect(await waiting()).toBe(0))
  await running.stop()
  expect(seen).toEqual(['start Ada', 'end Ada'])
})

test('a job that waits for its time, or was replaced under its key, does not run before', async () => {
  await inTransaction(database, async tx => {
    await enqueue(tx, greet, { name: 'later' }, { runAt: new Date(Date.now() + 60_000) })
    await enqueue(tx, greet, { name: 'old' }, { key: 'one' })
    await enqueue(tx, greet, { name: 'new' }, { key: 'one', queue: 'line', maxAttempts: 3 })
  })
  const running = await start()
  await vi.waitFor(async () => expect(await waiting()).toBe(1))
  await running.stop()
  expect(seen).toEqual(['start new', 'end new'])
})

test('stop waits for the job under way, records its end and takes no other', async () => {
  const running = await start([greet])
  const { promise, resolve } = Promise.withResolvers<void>()
  hold = promise
  await inTransaction(database, tx => enqueue(tx, greet, { name: 'Ada' }))
  await vi.waitFor(() => expect(seen).toEqual(['start Ada']))
  let stopped = false
  const stopping = running.stop().then(() => (stopped = true))
  await inTransaction(database, tx => enqueue(tx, greet, { name: 'too late' }))
  await new Promise(done => setTimeout(done, 200))
  expect(stopped).toBe(false)
  resolve()
  await stopping
  await running.ended
  expect(seen).toEqual(['start Ada', 'end Ada'])
  expect(await waiting()).toBe(1)
})

test('a job that fails is kept for another attempt, and the log says which one but not what was in it', async () => {
  const running = await start()
  await inTransaction(database, tx => enqueue(tx, fail, { secret: '+15551234567' }))
  await vi.waitFor(() => expect(logged).toHaveLength(1))
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

test('a worker that cannot record the end of a job gives up, says so, and can still be stopped', async () => {
  const running = await start([greet])
  await owner.query('revoke delete on graphile_worker._private_jobs from parley_app')
  await inTransaction(database, tx => enqueue(tx, greet, { name: 'Ada' }))
  await expect(running.ended).rejects.toThrow('stopped by itself')
  await expect(running.stop()).resolves.toBeUndefined()
  await owner.query('grant delete on graphile_worker._private_jobs to parley_app')
  expect(logged).toContainEqual(['error', 'cannot record the end of a job', expect.anything()])
})

test('nothing to run is fine', async () => {
  const running = await start([])
  await new Promise(done => setTimeout(done, 50))
  expect(logged).toEqual([])
  await expect(running.stop()).resolves.toBeUndefined()
  await expect(running.ended).resolves.toBeUndefined()
})

test('stopping twice is stopping once', async () => {
  const running = await start()
  await expect(Promise.all([running.stop(), running.stop()])).resolves.toBeDefined()
})

test('two jobs of one name are refused', async () => {
  await expect(start([greet, greet])).rejects.toThrow('same name')
})
