import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { readJournal } from '../../test/database/address-book-audit.ts'
import { adminUrl } from '../../test/database/admin-url.ts'
import { useTestDatabase } from '../../test/database/database.ts'
import { inTransaction } from '../platform/db/in-transaction.ts'
import { createPool } from '../platform/db/pool.ts'
import { append, type Entry, ensurePartitions } from './index.ts'

const { database, owner, ownerUrl } = await useTestDatabase()
const superuser = createPool({
  url: new URL(new URL(ownerUrl).pathname, adminUrl).href,
  size: 1,
  applicationName: 'test',
  connectTimeoutMs: 30_000,
})
afterAll(() => superuser.end())

let lastAdvisorId = 0
const newAdvisorId = (): number => (lastAdvisorId += 1)
const entry = (advisorId: number, changes: Partial<Entry> = {}): Entry => ({
  kind: 'contact.created',
  advisorId,
  at: new Date().toISOString(),
  actor: { kind: 'system', task: 'test' },
  traceId: '0af7651916cd43dd8448eb211c80319c',
  subject: { kind: 'contact', id: 5121 },
  facts: { fields: { firstName: 'Maria' } },
  ...changes,
})

describe('append', () => {
  it('writes entries in order, and their digests match after a round trip through the database', async () => {
    const id = newAdvisorId()
    const entries = [
      entry(id),
      entry(id, {
        kind: 'contact.changed',
        traceId: null,
        facts: { text: '"\\ {}, é 😀 \n', list: [1, null] },
      }),
      entry(id, { kind: 'contact.deleted', actor: { kind: 'application', applicationId: 7 } }),
      entry(id, { kind: 'group.created', actor: { kind: 'operator', name: 'root' }, facts: {} }),
    ]
    await inTransaction(database, tx => append(tx, entries))
    expect(await readJournal(database, id)).toEqual(entries)
  })

  it('takes facts of any shape', async () => {
    const text = fc.string({ unit: 'grapheme' }).filter(value => !value.includes('\0'))
    const key = text.map(value => `k${value}`)
    const { json } = fc.letrec(tie => ({
      json: fc.oneof(
        { depthSize: 'small' },
        text,
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.maxSafeInteger(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('json'), { maxLength: 4 }),
        fc.dictionary(key, tie('json'), { maxKeys: 4 }),
      ),
    }))
    const facts = fc.dictionary(key, json, { maxKeys: 6 }) as fc.Arbitrary<Entry['facts']>
    const id = newAdvisorId()
    const entries = fc.sample(facts, 500).map(some => entry(id, { facts: some }))
    await inTransaction(database, tx => append(tx, entries))
    expect(await readJournal(database, id)).toHaveLength(500)
  })

  it('salts head and facts of every entry, so that the same facts never have the same digest', async () => {
    const id = newAdvisorId()
    const same = entry(id)
    await inTransaction(database, tx =>
      append(
        tx,
        Array.from({ length: 20 }, () => same),
      ),
    )
    const { rows } = await database.query<{ digests: number; salts: number }>(
      `select count(distinct digest) as digests,
         count(distinct substring(salts for 16)) + count(distinct substring(salts from 17)) as salts
       from journal where advisor_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ digests: 20, salts: 40 }])
  })

  it('is read together with entries of the form from before', async () => {
    const id = newAdvisorId()
    const older = entry(id, { kind: 'group.created', facts: { name: 'Golf' } })
    await database.query(
      `insert into journal (advisor_id, occurred_at, kind, subject_id, entry, digest)
       values ($1, $2, $3, $4, $5::jsonb, sha256(''))`,
      [id, older.at, older.kind, older.subject.id, JSON.stringify(older)],
    )
    const newer = entry(id)
    await inTransaction(database, tx => append(tx, [newer]))
    const { rows } = await database.query<{ entry: Entry }>(
      'select entry from journal_entry where advisor_id = $1 order by id',
      [id],
    )
    expect(rows.map(row => row.entry)).toEqual([older, newer])
  })

  it('cannot be without one of the two forms, or with half of one', async () => {
    const insert = (columns: string, values: string): Promise<unknown> =>
      database.query(
        `insert into journal (advisor_id, occurred_at, kind, subject_id, digest${columns})
         values (1, now(), 'contact.created', 1, sha256('')${values})`,
      )
    for (const [columns, values] of [
      ['', ''],
      [', head, facts', `, '{}', '{}'`],
      [', head, salts', `, '{}', sha256('')`],
      [', entry, head, facts, salts', `, '{}', '{}', '{}', sha256('')`],
    ] as const) {
      await expect(insert(columns, values)).rejects.toMatchObject({ constraint: 'entry_has_one_form' })
    }
    await expect(insert(', head, facts, salts', `, '{}', '{}', 'short'`)).rejects.toMatchObject({
      constraint: 'salts_are_two',
    })
  })

  it('is rolled back with its transaction', async () => {
    const id = newAdvisorId()
    const failing = inTransaction(database, async tx => {
      await append(tx, [entry(id)])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await readJournal(database, id)).toEqual([])
  })

  it('of an empty list writes nothing', async () => {
    await expect(inTransaction(database, tx => append(tx, []))).resolves.toBeUndefined()
  })
})

const rowsByPartition = async (advisorId: number): Promise<unknown[]> => {
  const { rows } = await owner.query<{ name: string }>(
    'select tableoid::regclass::text as name from journal where advisor_id = $1 order by occurred_at',
    [advisorId],
  )
  return rows.map(({ name }) => name)
}
const partitionOf = (at: Date): string => `journal_${at.toISOString().slice(0, 7).replace('-', '_')}`
/** The beginning of this quarter or a later one. */
const quartersAhead = (quarters: number): Date => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), 3 * (Math.floor(now.getUTCMonth() / 3) + quarters), 1))
}
const oneBefore = (at: Date): Date => new Date(at.getTime() - 1)

/** A call that waits for the others for longer than its lock timeout fails, and the worker's next one succeeds. */
const ensure = (): Promise<number> =>
  ensurePartitions(database).catch(error => {
    if (error.code === '55P03') return ensure()
    throw error
  })

const attached = async (): Promise<number> => {
  const { rows } = await owner.query(`select from partition_ranges('journal')`)
  return rows.length
}

describe('partitions', () => {
  it('are created once for the next twelve months, also with concurrent calls', async () => {
    for (const ahead of [1, 2, 3, 4]) await owner.query(`drop table ${partitionOf(quartersAhead(ahead))}`)
    const made = await Promise.all([1, 2, 3, 4].map(ensure))
    expect(made.toSorted((one, other) => one - other)).toEqual([0, 0, 0, 4])
    expect(await ensurePartitions(database)).toBe(0)
  })

  it('hold the entries of their quarter, to the millisecond in UTC', async () => {
    const id = newAdvisorId()
    const next = quartersAhead(1)
    const instants = [quartersAhead(0), new Date(), oneBefore(next), next, oneBefore(quartersAhead(5))]
    await inTransaction(database, tx =>
      append(
        tx,
        instants.map(at => entry(id, { at: at.toISOString() })),
      ),
    )
    expect(await rowsByPartition(id)).toEqual([
      partitionOf(quartersAhead(0)),
      partitionOf(quartersAhead(0)),
      partitionOf(quartersAhead(0)),
      partitionOf(next),
      partitionOf(quartersAhead(4)),
    ])
    expect(await readJournal(database, id)).toHaveLength(5)
  })

  it.each([new Date(0), quartersAhead(5)])('an entry at %s, which has none, is refused', async at => {
    const id = newAdvisorId()
    const refused = inTransaction(database, tx =>
      append(tx, [entry(id), entry(id, { at: at.toISOString() })]),
    )
    await expect(refused).rejects.toMatchObject({ code: '23514' })
    expect(await readJournal(database, id)).toEqual([])
  })

  it('are created without waiting for writers or a vacuum, or blocking them', async () => {
    await owner.query(`drop table ${partitionOf(quartersAhead(4))}`)
    const vacuum = await owner.connect()
    await vacuum.query(`begin; lock table ${partitionOf(quartersAhead(0))} in share update exclusive mode`)
    const id = newAdvisorId()
    try {
      await inTransaction(database, async tx => {
        await append(tx, [entry(id, { at: quartersAhead(2).toISOString() })])
        expect(await ensurePartitions(database)).toBe(1)
      })
    } finally {
      vacuum.release(true)
    }
    await inTransaction(database, tx => append(tx, [entry(id, { at: quartersAhead(4).toISOString() })]))
    expect(await rowsByPartition(id)).toEqual([partitionOf(quartersAhead(2)), partitionOf(quartersAhead(4))])
  })

  it('old ones can be detached without blocking writers', async () => {
    await ensurePartitions(database, new Date('2001-05-05'))
    const before = await attached()
    const id = newAdvisorId()
    const detached = await inTransaction(database, async tx => {
      await append(tx, [entry(id)])
      const detaching = owner.query('alter table journal detach partition journal_2001_04 concurrently')
      const waiting = `select from pg_stat_activity where datname = current_database()
        and query like 'alter table journal detach%' and wait_event_type = 'Lock'`
      await expect.poll(async () => (await superuser.query(waiting)).rows.length).toBe(1)
      await inTransaction(database, async other => {
        await other.query(`set local lock_timeout = '1s'`)
        await append(other, [entry(id)])
      })
      return { detaching }
    })
    await detached.detaching
    expect(await attached()).toBe(before - 1)
    expect(await readJournal(database, id)).toHaveLength(2)
  })
})

describe('every entry is final', () => {
  const tables = ['journal', partitionOf(quartersAhead(1))]
  const changes = tables.flatMap(table => [
    `update ${table} set kind = 'contact.deleted'`,
    `update ${table} set advisor_id = 1 where false`,
    `delete from ${table}`,
    `truncate ${table}`,
  ])

  it.each(changes)('the application role may not: %s', async sql => {
    await expect(database.query(sql)).rejects.toMatchObject({ code: '42501' })
  })

  it.each(changes)('the owner and a superuser may not: %s', async sql => {
    await expect(owner.query(sql)).rejects.toMatchObject({ code: '23000' })
    await expect(superuser.query(sql)).rejects.toMatchObject({ code: '23000' })
    const replica = `begin; set local session_replication_role = replica; ${sql}`
    await expect(superuser.query(replica)).rejects.toMatchObject({ code: '23000' })
    await superuser.query('rollback')
  })

  it.each([
    'alter table journal disable trigger all',
    `alter table journal detach partition ${partitionOf(quartersAhead(1))}`,
    `drop table ${partitionOf(quartersAhead(1))}`,
    `insert into ${partitionOf(quartersAhead(1))} select * from journal`,
    `select from ${partitionOf(quartersAhead(1))}`,
  ])('the application role may not: %s', async sql => {
    await expect(database.query(sql)).rejects.toMatchObject({ code: '42501' })
  })

  it('an upsert cannot change anything either', async () => {
    const upsert = `insert into journal select * from journal limit 1
      on conflict (advisor_id, occurred_at, id) do update set kind = 'forged'`
    await expect(database.query(upsert)).rejects.toMatchObject({ code: '42501' })
    await expect(owner.query(upsert)).rejects.toMatchObject({ code: '23000' })
  })
})
