import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ChainPosition,
  decodeLeaf,
  followChain,
  leafHash,
  nodesFromTiles,
  parseCheckpoint,
  parseEntryBundle,
  parsePolicy,
  proveConsistency,
  rebuildRoot,
  startOfChain,
  verifyConsistency,
  verifyNote,
} from '@parley/evidence'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, useTestDatabase } from '../../../test/database/database.ts'
import { writeEntries } from '../../../test/write-entries.ts'
import type { Database } from '../../platform/db/pool.ts'
import { type Pass, sequenceEntries } from '../sequence/sequence-entries.ts'
import { LogTree } from '../tree/log-tree.ts'
import { LogDirectory } from './log-directory.ts'
import { loadKeys } from './log-keys.ts'
import { Publication } from './publication.ts'
import type { PublicationPlace } from './publication-place.ts'

const { database, owner, sealer } = await useTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'parley-log-'))
afterAll(() => rm(folder, { recursive: true }))

let places = 0
let place = newPlace()
beforeEach(() => {
  place = newPlace()
})

function newPlace() {
  places += 1
  const own = join(folder, String(places))
  return { origin: `log.test/${places}`, directory: join(own, 'published'), keyFile: join(own, 'key') }
}

/** A sealer that has just started: nothing in memory. */
function start(pool: Database = sealer, at: PublicationPlace = place) {
  const publication = new Publication(pool, at)
  const tree = new LogTree(publication)
  return {
    tree,
    pass: (): Promise<Pass> => sequenceEntries(pool, tree),
    seal: async (): Promise<Pass> => {
      const pass = await sequenceEntries(pool, tree)
      if (pass.kind === 'sequenced') await publication.publish(tree)
      return pass
    },
  }
}

const write = (count: number, advisorId = 7): Promise<void> =>
  writeEntries(
    database,
    Array.from({ length: count }, () => ({ advisorId })),
  )

const published = async (at = place) => {
  const { head, note } = parseCheckpoint(await readFile(join(at.directory, 'checkpoint')))
  return { head, note, tiles: new LogDirectory(at.directory) }
}

/** Reads the published files as a stranger does, and returns how many leaves each chain has. */
async function audit(at = place): Promise<number[]> {
  const { head, note, tiles } = await published(at)
  const keys = await loadKeys(at.keyFile, at.origin)
  const known = keys ? [keys.ed25519.key, keys.mlDsa44.key] : []
  expect(verifyNote(note, known)).toMatchObject({ failed: [] })
  expect(verifyNote(note, known).verified.length).toBeGreaterThan(0)
  const chains = new Map<string, ChainPosition>()
  const level0: Uint8Array[] = []
  for (let index = 0; index * 256 < head.size; index += 1) {
    const width = Math.min(256, head.size - index * 256)
    const [hashes, bundle] = await tiles.readTiles([
      { level: 0, index, width },
      { level: 'entries', index, width },
    ])
    level0.push(hashes ?? new Uint8Array())
    for (const [offset, leaf] of parseEntryBundle(bundle ?? new Uint8Array(), width).entries()) {
      expect(Buffer.from(leafHash(leaf))).toEqual(hashes?.subarray(offset * 32, (offset + 1) * 32))
      const { tag } = decodeLeaf(leaf)
      const name = Buffer.from(tag).toString('hex')
      const followed = followChain(chains.get(name) ?? startOfChain(tag), [
        { index: index * 256 + offset, bytes: leaf },
      ])
      expect(followed.break).toBeUndefined()
      chains.set(name, followed.position)
    }
  }
  expect(Buffer.from(await rebuildRoot(head.size, level0))).toEqual(Buffer.from(head.root))
  return [...chains.values()].map(({ seq }) => seq)
}

describe('the published log', () => {
  it('is rebuilt by a stranger from its files alone: signature, tree, and a chain for each owner', async () => {
    await writeEntries(database, [{ advisorId: 7 }, { firmId: 7 }, { advisorId: 7 }, { installation: true }])
    await write(300, 8)
    const log = start()
    expect(await log.seal()).toEqual({ kind: 'sequenced', entries: 304 })
    expect((await audit()).toSorted((left, right) => left - right)).toEqual([1, 1, 2, 300])
    await write(600, 8)
    await log.seal()
    expect((await audit()).toSorted((left, right) => left - right)).toEqual([1, 1, 2, 900])
  })

  it('has leaves that commit to what the entries say, and to nothing else that could be guessed', async () => {
    await start().seal()
    const { tiles, head } = await published()
    const [bundle = new Uint8Array()] = await tiles.readTiles([{ level: 'entries', index: 0, width: 256 }])
    const leaves = parseEntryBundle(bundle, 256).map(decodeLeaf)
    const { rows } = await owner.query<{ digest: Buffer; ownerId: number }>(
      `select digest, owner_id as "ownerId" from log_entry join journal on journal.id = entry_id
       where log_index < 256 order by log_index`,
    )
    expect(leaves.map(({ commitment }) => Buffer.from(commitment))).toEqual(rows.map(({ digest }) => digest))
    expect(head.size).toBe(904)
    const { rows: tags } = await owner.query<{ tag: Buffer }>('select tag from log_chain')
    expect(new Set(tags.map(({ tag }) => tag.toString('hex'))).size).toBe(4)
  })

  it('goes on after a restart, and every signed tree begins with the one before', async () => {
    const heads = []
    for (let round = 0; round < 6; round += 1) {
      await write(1 + round * 60, 9 + (round % 2))
      await start().seal()
      heads.push((await published()).head)
    }
    const { tiles } = await published()
    for (const [index, head] of heads.entries()) {
      const next = heads[index + 1]
      if (!next) continue
      const proof = await proveConsistency(head.size, next.size, nodesFromTiles(next.size, tiles.readTiles))
      const claim = { oldSize: head.size, oldRoot: head.root, size: next.size, root: next.root }
      expect(verifyConsistency(claim, proof)).toBe(true)
    }
    await audit()
  })

  it('signs with the key that a quantum computer does not break once a minute, not every time', async () => {
    const log = start()
    await write(1)
    await log.seal()
    expect((await published()).note.signatures).toHaveLength(2)
    await write(1)
    await log.seal()
    expect((await published()).note.signatures).toHaveLength(1)
  })

  it('publishes a policy that can be read when the operator’s own has the keys of the log, too', async () => {
    const policyFile = `${place.keyFile}.policy`
    await write(1)
    await start().seal()
    const { tiles } = await published()
    const printed = String(await tiles.readPolicy())
    await writeFile(policyFile, printed)
    await start(sealer, { ...place, policyFile }).seal()
    expect(String(await tiles.readPolicy())).toBe(printed)
    expect(parsePolicy(Buffer.from(printed)).logs).toHaveLength(2)
  })

  it('keeps each checkpoint in the database', async () => {
    await write(1)
    await start().seal()
    const { head } = await published()
    const { rows } = await database.query('select size, note from log_checkpoint where origin = $1', [
      place.origin,
    ])
    expect(rows).toEqual([
      { size: head.size, note: await readFile(join(place.directory, 'checkpoint'), 'utf8') },
    ])
  })

  it('publishes nothing of a text or number whose digest has no salt', async () => {
    const entry = { kind: 'test.old', text: 'ok' }
    const { rows: written } = await owner.query<{ id: number; digest: Buffer }>(
      `insert into journal (advisor_id, occurred_at, kind, subject_id, entry, digest)
       values (70, clock_timestamp(), 'test.old', 1, $1, sha256($2)) returning id, digest`,
      [entry, Buffer.from(JSON.stringify(entry))],
    )
    await start().seal()
    const { tiles, head } = await published()
    const index = Math.floor((head.size - 1) / 256)
    const width = head.size - index * 256
    const [bundle = new Uint8Array()] = await tiles.readTiles([{ level: 'entries', index, width }])
    const commitments = parseEntryBundle(bundle, width).map(leaf =>
      Buffer.from(decodeLeaf(leaf).commitment).toString('hex'),
    )
    expect(commitments).not.toContain(written[0]?.digest.toString('hex'))
    const { rows } = await owner.query<{ blinded: string }>(
      `select encode(sha256(convert_to(E'parley old entry\\n', 'UTF8') || sha256(secret || int8send($1)) || $2), 'hex') as blinded from log_blinding`,
      [written[0]?.id, written[0]?.digest],
    )
    expect(commitments.at(-1)).toBe(rows[0]?.blinded)
  })
})

describe('a sealer that starts again', () => {
  it('goes on from its tiles, also if it had written more of them than it signed', async () => {
    await write(600)
    await start().seal()
    const obstacle = `${place.keyFile}.signed.new`
    await mkdir(obstacle)
    await write(300)
    await expect(start().seal()).rejects.toThrow('EISDIR')
    await rm(obstacle, { recursive: true })
    // Only a log that is written again from its beginning has this file again.
    const firstBundle = join(place.directory, 'tile', 'entries', '000')
    const bundle = await readFile(firstBundle)
    await rm(firstBundle)
    await start().seal()
    await expect(readFile(firstBundle)).rejects.toThrow('ENOENT')
    await writeFile(firstBundle, bundle)
    await audit()
  })

  it('does not sign what only the primary had that it was connected to before', async () => {
    const log = start()
    await write(3)
    await log.seal()
    const { head } = await published()
    await write(3, 71)
    expect(await log.pass()).toEqual({ kind: 'sequenced', entries: 3 })
    // A standby that had not received the last transactions.
    await owner.query(
      `alter table log_entry disable trigger user; alter table log_entry_00000 disable trigger user;
       delete from log_entry where owner_id = 71; delete from log_chain where owner_id = 71;
       delete from log_state where number = (select max(number) from log_state);
       alter table log_entry enable always trigger log_is_final;
       alter table log_entry_00000 enable always trigger log_is_final;
       do $$ declare part regclass; begin
         for part in select relid from pg_partition_tree('journal') loop
           execute format('alter table %s disable trigger user', part);
         end loop;
         delete from journal where advisor_id = 71;
         for part in select relid from pg_partition_tree('journal') loop
           execute format('alter table %s enable always trigger journal_is_final', part);
         end loop;
       end $$`,
    )
    expect(await log.seal()).toEqual({ kind: 'sequenced', entries: 0 })
    expect((await published()).head).toEqual(head)
    await write(1, 72)
    await log.seal()
    expect((await published()).head.size).toBe(head.size + 1)
    await audit()
  })
})

describe('a log whose files are gone', () => {
  it('writes its tiles again from the database, if they lead to what was signed', async () => {
    await write(700)
    await start().seal()
    const before = await published()
    await rm(place.directory, { recursive: true })
    await write(1)
    await start().seal()
    const after = await published()
    expect(after.head.size).toBe(before.head.size + 1)
    await audit()
  })

  it.each([
    ['its key', (at: typeof place) => rm(at.keyFile)],
    ['its last signed checkpoint', (at: typeof place) => rm(`${at.keyFile}.signed`)],
    ['a readable last checkpoint', (at: typeof place) => writeFile(`${at.keyFile}.signed`, 'torn')],
  ])('does not sign again without %s, but may begin anew under another name', async (_what, lose) => {
    await write(1)
    await start().seal()
    await lose(place)
    await write(1)
    expect(await start().seal()).toEqual({ kind: 'refused', why: 'state_lost' })
    expect((await start(sealer, newPlace()).seal()).kind).toBe('sequenced')
  })
})

describe('a database that is not the one that was signed', () => {
  it('is refused if it is shorter, and also when it has grown again', async () => {
    await write(5)
    await start().seal()
    const { head } = await published()
    const other = await createTestDatabase()
    try {
      // The entries of an old backup, and then others.
      const restored = start(other.sealer)
      await writeEntries(other.database, [{ advisorId: 7 }])
      expect(await restored.seal()).toEqual({ kind: 'refused', why: 'shrunk' })
      const many = Array.from({ length: head.size + 10 }, () => ({ advisorId: 7 }))
      await writeEntries(other.database, many)
      // Nothing is added to a log that is refused, so it grows only in the hands of somebody who helps it.
      await sequenceEntries(other.sealer, new LogTree())
      expect(await restored.seal()).toEqual({ kind: 'refused', why: 'forked' })
      expect((await published()).head.size).toBe(head.size)
    } finally {
      await other.drop()
    }
  })

  it('is refused if a leaf that is not signed yet was changed', async () => {
    await write(3)
    const log = start()
    await log.seal()
    await write(3)
    await log.pass()
    await owner.query(
      `alter table log_entry disable trigger user; alter table log_entry_00000 disable trigger user;
       update log_entry set leaf_hash = sha256('') where log_index = (select max(log_index) from log_entry);
       alter table log_entry enable always trigger log_is_final; alter table log_entry_00000 enable always trigger log_is_final`,
    )
    expect(await start().seal()).toEqual({ kind: 'refused', why: 'damaged' })
  })
})
