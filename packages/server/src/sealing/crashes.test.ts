// A sealer that dies at any step loses nothing, repeats nothing, and never signs two trees that contradict each other.
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  nodesFromTiles,
  parseCheckpoint,
  printTilePath,
  proveConsistency,
  type TreeHead,
  verifyConsistency,
} from '@parley/evidence'
import { afterAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../test/database/database.ts'
import { writeEntries } from '../../test/write-entries.ts'
import { inTransaction } from '../platform/db/in-transaction.ts'
import type { Database } from '../platform/db/pool.ts'
import { checkLog } from './check/check-log.ts'
import { LogDirectory } from './publish/log-directory.ts'
import { Publication } from './publish/publication.ts'
import { sequenceEntries } from './sequence/sequence-entries.ts'
import { LogTree } from './tree/log-tree.ts'

const { database, sealer } = await useTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'parley-crash-'))
afterAll(() => rm(folder, { recursive: true }))
const place = { origin: 'log.test/crash', directory: join(folder, 'log'), keyFile: join(folder, 'key') }
const signedFile = `${place.keyFile}.signed`

class Died extends Error {}

/** The pool of a process that dies before or after one statement: nothing of it runs any more. */
function dyingAt(
  pool: Database,
  name: string,
  when: 'before' | 'after',
): { database: Database; died(): boolean } {
  let isDead = false
  const guard = <Target extends { query: unknown }>(target: Target): Target =>
    new Proxy(target, {
      get: (object, property) => {
        const value = Reflect.get(object, property, object) as unknown
        if (property === 'query')
          return async (query: string | { name?: string; text?: string }, ...rest: unknown[]) => {
            const asked = typeof query === 'string' ? query : (query.name ?? query.text)
            if (asked === 'rollback') return Reflect.apply(value as () => unknown, object, [query, ...rest])
            if (isDead) throw new Died()
            const isHere = asked === name
            if (isHere && when === 'before') {
              isDead = true
              throw new Died()
            }
            const result: unknown = await Reflect.apply(value as () => unknown, object, [query, ...rest])
            if (isHere) {
              isDead = true
              throw new Died()
            }
            return result
          }
        if (property === 'connect') return async () => guard(await pool.connect())
        return typeof value === 'function' ? (value.bind(object) as unknown) : value
      },
    })
  return { database: guard(pool), died: () => isDead }
}

const signed: TreeHead[] = []
const noteSigned = async (): Promise<void> => {
  const bytes = await readFile(signedFile).catch(() => undefined)
  if (bytes) signed.push(parseCheckpoint(bytes).head)
}

async function runOnce(pool: Database): Promise<void> {
  const publication = new Publication(pool, place)
  const tree = new LogTree(publication)
  const pass = await sequenceEntries(pool, tree)
  expect(pass.kind).toBe('sequenced')
  await publication.publish(tree)
}

let written = 0
const write = async (): Promise<void> => {
  const owners = Array.from({ length: 100 }, (_, index) => ({ advisorId: 1 + (index % 7) }))
  await writeEntries(database, owners)
  await inTransaction(database, async tx => {
    await tx.query('select 1')
    throw new Died()
  }).catch(() => {})
  written += owners.length
}

async function expectWhole(): Promise<void> {
  await runOnce(sealer)
  await noteSigned()
  const { rows } = await database.query<{ count: number; entries: number; owners: number }>(
    `select count(*)::integer as count, count(distinct entry_id)::integer as entries,
       (select count(*)::integer from journal where kind = 'group.created') as owners
     from log_entry join journal on journal.id = entry_id where kind = 'group.created'`,
  )
  expect(rows).toEqual([{ count: written, entries: written, owners: written }])
  const { readTiles } = new LogDirectory(place.directory)
  const last = parseCheckpoint(await readFile(join(place.directory, 'checkpoint'))).head
  for (const head of signed) {
    const proof = await proveConsistency(head.size, last.size, nodesFromTiles(last.size, readTiles))
    const claim = { oldSize: head.size, oldRoot: head.root, size: last.size, root: last.root }
    expect(verifyConsistency(claim, proof)).toBe(true)
  }
}

/** The last tile of the log once the entries that are waiting are in it. */
async function nextTile(): Promise<string> {
  const { rows } = await database.query<{ size: number }>('select size + 100 as size from log_head')
  const size = rows[0]?.size ?? 0
  const index = Math.floor((size - 1) / 256)
  return join(place.directory, printTilePath({ level: 0, index, width: size - index * 256 }))
}

describe('a sealer that dies', () => {
  const steps = [
    'news_of_log',
    'begin',
    'log_read_repeatably',
    'lock_log',
    'open_unsequenced',
    'fetch_unsequenced',
    'log_chains_of',
    'append_to_log',
    'close_unsequenced',
    'advance_log',
    'commit',
    'save_log_checkpoint',
  ]
  for (const step of steps) {
    for (const when of ['before', 'after'] as const) {
      it(`${when} ${step}`, async () => {
        await write()
        const dying = dyingAt(sealer, step, when)
        await runOnce(dying.database).catch((error: unknown) => error)
        expect(dying.died()).toBe(true)
        await noteSigned()
        await expectWhole()
      })
    }
  }

  it.each([
    ['tiles', nextTile],
    ['the signed checkpoint', () => `${signedFile}.new`],
    ['the published checkpoint', () => join(place.directory, 'checkpoint.new')],
  ])('while it writes %s', async (_what, obstacle) => {
    await write()
    const path = await obstacle()
    await mkdir(path, { recursive: true })
    await runOnce(sealer).catch((error: unknown) => error)
    await noteSigned()
    await rm(path, { recursive: true, force: true })
    await expectWhole()
  })

  it('leaves a log without a finding', async () => {
    const check = await checkLog(database, { kind: 'system', task: 'test' })
    expect(check).toMatchObject({ findings: [], findingCount: 0 })
    expect(check.checkpoints).toBeGreaterThan(20)
  })
})
