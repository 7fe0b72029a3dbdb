import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { readinessOf } from '../../config/readiness-of.ts'
import { classifyDatabaseError } from '../db/errors.ts'
import { inspectDatabase } from '../db/inspect-database.ts'
import { createPool, type Database } from '../db/pool.ts'
import { Fence } from './fence.ts'
import { keepHighWater } from './keep-high-water.ts'
import { readMarkFile } from './mark-file.ts'

const { database, owner, url: appUrl } = await useTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'parley-high-water-'))
const file = join(folder, 'mark.json')
const pools: Database[] = []
afterAll(async () => {
  await Promise.all(pools.map(pool => pool.end()))
  await rm(folder, { recursive: true })
})

const here = { cell: 1, environment: 'sandbox' } as const
const set = (assignments: string) => owner.query(`update high_water set ${assignments}`)
beforeEach(() => set(`counter = 100, confirmed = 100, place = database_place(), was_synchronous = false`))

/** A process that has seen this counter, and connects anew. */
function connectAs(seen?: number): Database {
  const pool = createPool({
    url: appUrl,
    size: 2,
    applicationName: 'test',
    connectTimeoutMs: 30_000,
    admit: new Fence({ seen }).admit,
  })
  pools.push(pool)
  return pool
}

const stateOf = async (seen?: number) => {
  const state = await inspectDatabase(connectAs(seen), here)
  return state.state === 'distrusted' ? state.why : state.state
}

describe('a new connection', () => {
  it('is refused if its database is older than what the process has seen', async () => {
    expect(await stateOf(101)).toBe('older')
    expect(await stateOf(100)).toBe('ready')
    expect(await stateOf()).toBe('ready')
  })

  it('is refused after a restore or promotion, unless every commit waited for a standby and nothing is missing', async () => {
    await set(`place = '1/00000001'`)
    expect(await stateOf(100)).toBe('unsure')
    await set('was_synchronous = true')
    expect(await stateOf(100)).toBe('ready')
    expect(await stateOf(101)).toBe('older')
    expect(await stateOf()).toBe('unsure')
    // A mark that nobody has written for long proves nothing.
    expect(await stateOf(10)).toBe('unsure')
  })

  it('is refused while a recovery is not finished', async () => {
    await owner.query(`insert into recovery (number, operator, log_size, plan) values (1, 'test', 0, '{}')`)
    expect(await stateOf(100)).toBe('recovering')
    await owner.query('update recovery set finished_at = now()')
    expect(await stateOf(100)).toBe('ready')
  })

  it('fails like an unreachable database, and readiness says what to do', async () => {
    const outdated = connectAs(200)
    const error = await outdated.query('select 1').catch((thrown: unknown) => thrown)
    expect(classifyDatabaseError(error)).toBe('unavailable')
    expect(readinessOf(await inspectDatabase(outdated, here))).toEqual({
      ready: false,
      why: 'this database is older than what was promised; run parley recover --seen 200',
    })
    await set('counter = 200')
    expect(readinessOf(await inspectDatabase(outdated, here))).toEqual({ ready: true })
  })
})

describe('the mark', () => {
  const keep = (raises: boolean, fence = new Fence(), path?: string) =>
    keepHighWater({
      database,
      fence,
      raises,
      file: path,
      warn: error => {
        throw error
      },
      everyMs: 100,
    })

  it('is raised by one of several workers, about once a second', async () => {
    await set(`raised_at = now() - interval '1 hour'`)
    const workers = [keep(true), keep(true), keep(true)]
    await sleep(2_000)
    await Promise.all(workers.map(worker => worker.stop()))
    const { rows } = await database.query<{ counter: number }>('select counter from high_water')
    expect(rows[0]?.counter).toBeGreaterThanOrEqual(102)
    expect(rows[0]?.counter).toBeLessThanOrEqual(103)
  })

  it('is remembered by a process that only reads it', async () => {
    const fence = new Fence()
    const reader = keep(false, fence)
    await sleep(200)
    await reader.stop()
    await set('counter = 99')
    const pool = createPool({
      url: appUrl,
      size: 1,
      applicationName: 'test',
      connectTimeoutMs: 30_000,
      admit: fence.admit,
    })
    pools.push(pool)
    await expect(pool.query('select 1')).rejects.toMatchObject({ why: 'older', seen: 100 })
  })

  it('is kept in the file with every id sequence, and never goes back there', async () => {
    await set(`raised_at = now() - interval '1 hour'`)
    const worker = keep(true, new Fence(), file)
    await sleep(300)
    await worker.stop()
    const kept = await readMarkFile(file)
    expect(kept?.counter).toBe(101)
    const { rows } = await owner.query<{ last: number }>(`select nextval('message_id') as last`)
    await set(`counter = 50, confirmed = 50, raised_at = now() - interval '1 hour'`)
    const behind = keep(true, new Fence(), file)
    await sleep(300)
    await behind.stop()
    expect((await readMarkFile(file))?.counter).toBe(101)
    await set(`counter = 200, confirmed = 200, raised_at = now() - interval '1 hour'`)
    const ahead = keep(true, new Fence(), file)
    await sleep(300)
    await ahead.stop()
    const later = await readMarkFile(file)
    expect(later?.counter).toBe(201)
    expect(later?.sequences['message_id']).toBe(rows[0]?.last)
    expect(await readFile(file, 'utf8')).not.toMatch(/\+1/)
  })

  it('that cannot be read does not count as none', async () => {
    const damaged = join(folder, 'damaged')
    await writeFile(damaged, '{"counter"')
    await expect(readMarkFile(damaged)).rejects.toThrow('cannot be read')
  })
})
