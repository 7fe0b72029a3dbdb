import { describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { writeEntries } from '../../../test/write-entries.ts'
import type { Owner } from '../../journal/index.ts'
import { LogTree } from '../tree/log-tree.ts'
import { adoptLog } from './adopt-log.ts'
import { readLogStatus } from './read-log-status.ts'
import { sequenceEntries } from './sequence-entries.ts'

const { database, owner, sealer } = await useTestDatabase()
const tree = new LogTree()

const write = (...owners: readonly Owner[]): Promise<void> => writeEntries(database, owners)

const log = async () =>
  (
    await database.query<{ index: number; owner: number; seq: number }>(
      'select log_index as index, owner_id as owner, seq from log_entry order by log_index',
    )
  ).rows

describe('the log', () => {
  it('counts each owner’s entries without a gap: advisors, firms and the installation', async () => {
    await write({ advisorId: 7 }, { firmId: 7 }, { advisorId: 7 }, { installation: true })
    await sequenceEntries(sealer, tree)
    await write({ firmId: 7 }, { advisorId: 8 }, { advisorId: 7 })
    await sequenceEntries(sealer, tree)
    expect(await log()).toEqual([
      { index: 0, owner: 7, seq: 1 },
      { index: 1, owner: -7, seq: 1 },
      { index: 2, owner: 7, seq: 2 },
      { index: 3, owner: 0, seq: 1 },
      { index: 4, owner: -7, seq: 2 },
      { index: 5, owner: 8, seq: 1 },
      { index: 6, owner: 7, seq: 3 },
    ])
  })

  it('catches up with more than one batch', async () => {
    const { size } = await readLogStatus(sealer)
    await write(...Array.from({ length: 6_000 }, (_, index) => ({ advisorId: 20 + (index % 3) })))
    await write({ advisorId: 20 })
    expect(await readLogStatus(sealer)).toEqual({ size, waiting: 6_001, signed: null, refusal: null })
    expect(await sequenceEntries(sealer, tree)).toEqual({ kind: 'sequenced', entries: 6_001 })
    const { rows } = await database.query(
      `select owner_id as owner, count(*)::integer as count, max(seq) as last from log_entry
       where owner_id between 20 and 22 group by 1 order by 1`,
    )
    expect(rows).toEqual([
      { owner: 20, count: 2_001, last: 2_001 },
      { owner: 21, count: 2_000, last: 2_000 },
      { owner: 22, count: 2_000, last: 2_000 },
    ])
  })

  it('cannot be changed, and its writer can read no text and write no entry', async () => {
    await expect(sealer.query('select digest from journal')).rejects.toThrow('permission denied')
    await expect(sealer.query('select from log_blinding')).rejects.toThrow('permission denied')
    await expect(sealer.query('select head from journal')).rejects.toThrow('permission denied')
    await expect(sealer.query('select facts from journal')).rejects.toThrow('permission denied')
    await expect(sealer.query('select entry from journal_entry')).rejects.toThrow('permission denied')
    await expect(sealer.query('select from message')).rejects.toThrow('permission denied')
    await expect(sealer.query(`insert into journal (advisor_id) values (1)`)).rejects.toThrow(
      'permission denied',
    )
    for (const column of ['id', 'tx']) {
      await expect(
        database.query(`insert into journal (advisor_id, ${column}) values (1, '1')`),
      ).rejects.toThrow('permission denied')
    }
    for (const role of [sealer, database]) {
      await expect(role.query('delete from log_entry')).rejects.toThrow('permission denied')
      await expect(role.query('update log_entry set seq = 1')).rejects.toThrow('permission denied')
    }
    await expect(owner.query('delete from log_entry')).rejects.toThrow('log_entry')
    await expect(owner.query('truncate log_entry_00000')).rejects.toThrow('log_entry')
  })
})

describe('a restored database', () => {
  const stranger = 'update log_state set cluster = cluster + 1'

  it('is refused until it is adopted, and then nothing is missing and nothing twice', async () => {
    await write({ advisorId: 30 })
    await sequenceEntries(sealer, tree)
    await write({ advisorId: 30 })
    await owner.query(stranger)
    const before = await log()
    expect(await sequenceEntries(sealer, tree)).toEqual({ kind: 'refused', why: 'other_cluster' })
    expect(await log()).toEqual(before)
    expect(await readLogStatus(sealer)).toMatchObject({ refusal: 'other_cluster' })
    await write({ advisorId: 30 })
    expect(await adoptLog(sealer)).toEqual({ kind: 'adopted', added: 2 })
    await write({ advisorId: 30 })
    expect(await sequenceEntries(sealer, tree)).toEqual({ kind: 'sequenced', entries: 1 })
    expect((await log()).filter(entry => entry.owner === 30).map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
  })

  it('is refused if its transaction ids have gone back, and rows whose ids come round again are not taken twice', async () => {
    await owner.query(`update log_state set snapshot = '900000000000:900000000000:'`)
    expect(await sequenceEntries(sealer, tree)).toEqual({ kind: 'refused', why: 'gone_back' })
    // Also when they have caught up: what was written meanwhile would be missing.
    await owner.query(`update log_state set snapshot = pg_current_snapshot()`)
    expect(await sequenceEntries(sealer, tree)).toEqual({ kind: 'refused', why: 'other_cluster' })
    // As if the rows so far came from a cluster whose ids this one has yet to reach.
    await owner.query(
      `alter table only journal disable trigger journal_is_final;
       update journal set tx = (pg_current_xact_id()::text::bigint + 2)::text::xid8 where advisor_id = 30;
       alter table only journal enable always trigger journal_is_final`,
    )
    expect(await adoptLog(sealer)).toEqual({ kind: 'adopted', added: 0 })
    for (let count = 0; count < 5; count += 1) await write({ advisorId: 31 })
    expect(await sequenceEntries(sealer, tree)).toEqual({ kind: 'sequenced', entries: 5 })
    expect((await log()).filter(entry => entry.owner === 30)).toHaveLength(4)
  })

  it('waits for open transactions when it is adopted, and takes what they commit later', async () => {
    const { size } = await readLogStatus(sealer)
    const open = await database.connect()
    await open.query('begin')
    await open.query('select pg_current_xact_id()')
    expect(await adoptLog(sealer)).toEqual({ kind: 'adopted', added: 0 })
    await open.query(
      `insert into journal (advisor_id, occurred_at, kind, subject_id, head, facts, salts, digest)
       values (32, clock_timestamp(), 'test.written', 1, '{}', '{}', sha256(''), sha256(''))`,
    )
    const adopting = adoptLog(sealer)
    await open.query('commit')
    open.release()
    expect(await adopting).toEqual({ kind: 'adopted', added: 1 })
    expect(await sequenceEntries(sealer, tree)).toEqual({ kind: 'sequenced', entries: 0 })
    expect(await readLogStatus(sealer)).toMatchObject({ size: size + 1, waiting: 0 })
  })
})
