import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judgeProof, leafHash, parsePolicy, parseProofFile } from '@parley/evidence'
import { afterAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { writeEntries } from '../../../test/write-entries.ts'
import { Publication } from '../publish/publication.ts'
import { readPublishedPolicy } from '../publish/read-published-policy.ts'
import { sequenceEntries } from '../sequence/sequence-entries.ts'
import { LogTree } from '../tree/log-tree.ts'
import { checkLog } from './check-log.ts'
import { checkLogDaily } from './check-log-daily.ts'
import { proveEntry } from './prove-entry.ts'

const { database, owner, sealer } = await useTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'parley-check-'))
afterAll(() => rm(folder, { recursive: true }))

const place = { origin: 'log.test/check', directory: join(folder, 'log'), keyFile: join(folder, 'key') }
const publication = new Publication(sealer, place)
const tree = new LogTree(publication)
const operator = { kind: 'operator', name: 'tester' } as const
const seal = async (): Promise<void> => {
  expect(await sequenceEntries(sealer, tree)).toMatchObject({ kind: 'sequenced' })
  await publication.publish(tree)
}

const write = (count: number, advisorId: number): Promise<void> =>
  writeEntries(
    database,
    Array.from({ length: count }, () => ({ advisorId })),
  )

/** In the form from before entries had salts. */
async function writeOld(advisorId: number, at: string): Promise<void> {
  const old = { advisorId, at, kind: 'test.old', subject: { id: 1, kind: 'test' } }
  await owner.query('select ensure_journal_partitions($1)', [at])
  await owner.query(
    `insert into journal (advisor_id, occurred_at, kind, subject_id, entry, digest)
     values ($4, $3, 'test.old', 1, $1, sha256($2))`,
    [old, Buffer.from(JSON.stringify(old)), at, advisorId],
  )
}

/** As the owner of the database, who can switch every safeguard off. */
const tamper = (change: string): Promise<unknown> =>
  owner.query(
    `do $$ declare part regclass; begin
       for part in select relid from pg_partition_tree('journal') union select relid from pg_partition_tree('log_entry') loop
         execute format('alter table %s disable trigger user', part);
       end loop;
     end $$;
     ${change};
     do $$ declare part regclass; begin
       for part in select relid from pg_partition_tree('journal') loop
         execute format('alter table %s enable always trigger journal_is_final', part);
       end loop;
       for part in select relid from pg_partition_tree('log_entry') loop
         execute format('alter table %s enable always trigger log_is_final', part);
       end loop;
     end $$`,
  )

interface Place {
  readonly entryId: number
  readonly logIndex: number
}

const entryOf = async (advisorId: number, seq: number): Promise<Place> => {
  const { rows } = await database.query<Place>(
    'select entry_id as "entryId", log_index as "logIndex" from log_entry where owner_id = $1 and seq = $2',
    [advisorId, seq],
  )
  const [row] = rows
  if (!row) throw new Error('no such entry')
  return row
}

describe('a check of the log', () => {
  it('finds nothing in an honest log, old entries included, and is itself an entry of it', async () => {
    await writeOld(8, '2026-01-31T10:00:00.000Z')
    await write(40, 7)
    // By a process of the release from before salts, which still ran.
    await writeOld(8, new Date(Date.now() - 60_000).toISOString())
    await seal()
    await write(2_500, 9)
    await seal()
    const honest = { size: 2_542, checkpoints: 2, findings: [], findingCount: 0 }
    expect(await checkLog(database, operator)).toEqual(honest)
    await seal()
    expect(await checkLog(database, operator)).toEqual({ ...honest, size: 2_543, checkpoints: 3 })
    const { rows } = await database.query(
      `select entry->'facts'->'size' as size, entry->'actor'->>'name' as name from journal_entry
       where advisor_id = 0 and kind = 'log.checked' order by id`,
    )
    expect(rows).toEqual([
      { size: 2_542, name: 'tester' },
      { size: 2_543, name: 'tester' },
    ])
  })

  it.each([
    ['a changed text', "update journal set facts = facts || 'x' where id = $entry", 'entry_changed'],
    ['a changed head', "update journal set head = head || ' ' where id = $entry", 'entry_changed'],
    ['other salts', 'update journal set salts = sha256(salts) where id = $entry', 'entry_changed'],
    [
      'a changed text with a digest that fits it',
      `update journal set facts = '{}', digest =
         sha256(sha256(substring(salts for 16) || head) || sha256(substring(salts from 17) || '{}')) where id = $entry`,
      'entry_changed',
    ],
    ['a deleted entry', 'delete from journal where id = $entry', 'entry_missing'],
    ['a deleted leaf', 'delete from log_entry where entry_id = $entry', 'leaf_missing'],
    [
      'an entry moved to another time',
      `update journal set occurred_at = occurred_at - interval '1 second' where id = $entry`,
      'entry_missing',
    ],
    [
      'another number in the chain',
      'update log_entry set seq = seq + 1000000 where entry_id = $entry',
      'chain_broken',
    ],
    ['another kind', `update journal set kind = 'test.other' where id = $entry`, 'entry_changed'],
    ['another subject', 'update journal set subject_id = subject_id + 1 where id = $entry', 'entry_changed'],
    ['another leaf', `update log_entry set leaf_hash = sha256('') where entry_id = $entry`, 'entry_changed'],
  ])('names %s', async (_what, change, kind) => {
    await write(5, 40)
    await seal()
    const { seq } = (
      await database.query<{ seq: number }>('select max(seq) - 2 as seq from log_entry where owner_id = 40')
    ).rows[0] ?? { seq: 0 }
    const at = await entryOf(40, seq)
    const undo = await snapshotOf(at)
    await tamper(change.replaceAll('$entry', String(at.entryId)))
    const { findings } = await checkLog(database, operator)
    expect(findings[0]).toMatchObject(
      kind === 'leaf_missing' ? { kind, logIndex: at.logIndex } : { kind, ...at },
    )
    await undo()
    expect(await checkLog(database, operator)).toMatchObject({ findings: [] })
  })

  it('names an owner whose tag was exchanged', async () => {
    await write(1, 41)
    await seal()
    await owner.query(`update log_chain set tag = substring(sha256('other') for 16) where owner_id = 41`)
    const { findings } = await checkLog(database, operator)
    expect(findings).toMatchObject([{ kind: 'entry_changed', ...(await entryOf(41, 1)) }])
    await owner.query('delete from log_chain where owner_id = 41')
    expect((await checkLog(database, operator)).findings).toMatchObject([{ kind: 'entry_changed' }])
  })

  it('names an entry that was slipped in under an old transaction', async () => {
    const { rows } = await owner.query<{ id: number }>(
      `insert into journal (advisor_id, occurred_at, kind, subject_id, head, facts, salts, digest, tx)
       values (42, clock_timestamp(), 'test.forged', 1, '{}', '{}', sha256(''), sha256(''), '3') returning id`,
    )
    await seal()
    const { findings } = await checkLog(database, operator)
    expect(findings).toContainEqual({ kind: 'entry_not_in_log', entryId: rows[0]?.id })
  })

  it('names an entry whose transaction has yet to come', async () => {
    const { rows } = await owner.query<{ id: number }>(
      `insert into journal (advisor_id, occurred_at, kind, subject_id, head, facts, salts, digest, tx)
       values (43, clock_timestamp(), 'test.forged', 1, '{}', '{}', sha256(''), sha256(''), '9000000000000') returning id`,
    )
    const { findings } = await checkLog(database, operator)
    expect(findings).toContainEqual({ kind: 'entry_not_in_log', entryId: rows[0]?.id })
    await tamper('delete from journal where advisor_id = 43')
  })

  it('names an entry in the old form that was entered late, also in a chain without others', async () => {
    await write(1, 44)
    await writeOld(45, '2026-02-01T10:00:00.000Z')
    await seal()
    const { findings } = await checkLog(database, operator)
    const late = findings.filter(({ kind }) => kind === 'entered_late')
    expect(late).toEqual([{ kind: 'entered_late', ...(await entryOf(45, 1)) }])
  })

  it('names an entry that is dated after the log was signed with it', async () => {
    await write(2, 46)
    await seal()
    const at = await entryOf(46, 1)
    const signedEarlier = (interval: string): Promise<unknown> =>
      owner.query(
        `update log_checkpoint set signed_at = signed_at - $2::interval
         where size = (select min(size) from log_checkpoint where size > $1)`,
        [at.logIndex, interval],
      )
    const ahead = async () =>
      (await checkLog(database, operator)).findings.filter(({ kind }) => kind === 'dated_ahead')
    await signedEarlier('5 minutes')
    expect(await ahead()).toEqual([])
    await signedEarlier('6 minutes')
    for (const seq of [1, 2])
      expect(await ahead()).toContainEqual({ kind: 'dated_ahead', ...(await entryOf(46, seq)) })
    await signedEarlier('-11 minutes')
  })

  it('names a head whose time is in another form than the service writes', async () => {
    await write(1, 47)
    const head = {
      advisorId: 47,
      at: '2026-11-18T05:00:00.000+14:00',
      kind: 'test.forged',
      subject: { id: 1, kind: 'test' },
    }
    await owner.query(
      `insert into journal (advisor_id, occurred_at, kind, subject_id, head, facts, salts, digest)
       select 47, '2026-11-17T15:00:00Z', 'test.forged', 1, head, '{}', salt || salt,
         sha256(sha256(salt || head) || sha256(salt || '{}'))
       from (values (convert_to($1, 'UTF8'), substring(sha256('') for 16))) as made (head, salt)`,
      [JSON.stringify(head)],
    )
    await seal()
    const { findings } = await checkLog(database, operator)
    expect(findings).toContainEqual({ kind: 'entry_changed', ...(await entryOf(47, 2)) })
  })

  it('finds that the log was cut off', async () => {
    await owner.query(
      `create table kept_state as select * from log_state where number = (select max(number) from log_state);
       update log_state set size = size - 1 where number = (select max(number) from log_state)`,
    )
    const { findings } = await checkLog(database, operator)
    expect(findings).toContainEqual(expect.objectContaining({ kind: 'tree_changed' }))
    await owner.query(
      `update log_state set size = kept_state.size from kept_state where log_state.number = kept_state.number;
       drop table kept_state`,
    )
  })

  it('names a signed tree that the log no longer has', async () => {
    const { rows } = await owner.query<{ size: number }>(
      `update log_checkpoint set note = replace(note, split_part(note, E'\\n', 3), encode(sha256('x'), 'base64'))
       where size = (select min(size) from log_checkpoint) returning size`,
    )
    const { findings } = await checkLog(database, operator)
    expect(findings).toContainEqual({ kind: 'tree_changed', size: rows[0]?.size })
  })

  it('is made once a day', async () => {
    const check = checkLogDaily(database, new AbortController().signal)
    expect(await check()).toBeUndefined()
    await tamper(
      `update journal set occurred_at = occurred_at - interval '24 hours' where kind = 'log.checked'`,
    )
    expect(await check()).toMatchObject({ size: expect.any(Number) })
    expect(await check()).toBeUndefined()
  })

  it('ends when the worker stops', async () => {
    const stopping = new AbortController()
    stopping.abort()
    await expect(checkLog(database, operator, stopping.signal)).rejects.toThrow('aborted')
  })

  const snapshotOf = async ({ entryId }: Place): Promise<() => Promise<unknown>> => {
    await owner.query(
      `create table kept_entry as select * from journal where id = ${entryId};
       create table kept_leaf as select * from log_entry where entry_id = ${entryId}`,
    )
    return () =>
      tamper(
        `delete from journal where id = ${entryId}; delete from log_entry where entry_id = ${entryId};
         insert into journal select * from kept_entry; insert into log_entry select * from kept_leaf;
         drop table kept_entry; drop table kept_leaf`,
      )
  }
})

describe('a proof', () => {
  it('of any entry is accepted by the policy of an auditor, and by no other', async () => {
    await write(3, 50)
    await seal()
    const policy = parsePolicy(Buffer.from((await readPublishedPolicy(place.directory)) ?? ''))
    const { entryId, logIndex } = await entryOf(50, 2)
    const proof = await proveEntry(database, place.directory, entryId)
    if (proof.kind !== 'proved') throw new Error(proof.kind)
    const file = parseProofFile(proof.file)
    const leaf = file.extra ?? new Uint8Array()
    expect(file.index).toBe(logIndex)
    expect(judgeProof(file, leafHash(leaf), policy)).toMatchObject({ accepted: true, included: true })
    expect(judgeProof(file, leafHash(leaf.subarray(1)), policy)).toMatchObject({ accepted: false })
  })

  it('is refused for what is not in the log or not signed yet', async () => {
    expect(await proveEntry(database, place.directory, 999_999_999)).toEqual({ kind: 'not_in_log' })
    await write(1, 51)
    await sequenceEntries(sealer, tree)
    const { entryId, logIndex } = await entryOf(51, 1)
    expect(await proveEntry(database, place.directory, entryId)).toEqual({ kind: 'not_signed', logIndex })
  })
})
