import { beforeAll, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { findCheckpointsBetween } from './checkpoints-between.ts'

const { database, owner } = await useTestDatabase()
const origin = 'between.test/log'
const advisorId = 7
const minutes = 10_000
const log = { origin, maxSize: minutes, names: ['north.test'], least: 1 }
const isBusy = (index: number): boolean => (index >= 1_000 && index < 1_100) || index === 5_000

/** For a week the log grows by one leaf a minute. Every third checkpoint is cosigned, and one in an hour, by no witness, has a time stamp. */
beforeAll(async () => {
  await owner.query('select ensure_log_partitions()')
  await owner.query(
    `insert into log_checkpoint (origin, size, signed_at, note, signatures, timestamp_token)
     select $1::text, size, timestamptz '2026-09-01' + size * interval '1 minute',
       format(E'%s\\n%s\\n\\n— %s AAAA\\n— %s AAAA\\n', $1::text, size, $1::text, case when size % 3 = 0 then 'north.test' else $1::text end),
       2, case when size % 60 = 1 then 'x'::bytea end
     from generate_series(1, $2::integer) as size`,
    [origin, minutes],
  )
  const indices = Array.from({ length: minutes }, (_, index) => index).filter(isBusy)
  await owner.query(
    `insert into log_entry (owner_id, seq, log_index, occurred_at, entry_id, leaf_hash)
     select $1, number, index, now(), index, sha256('') from unnest($2::bigint[]) with ordinality as chain (index, number)`,
    [advisorId, indices],
  )
})

it('an entry has cosigned checkpoints before and after it, less than an hour apart', async () => {
  const rows = await findCheckpointsBetween(database, log, { advisorId, firstSeq: 1, lastSeq: 101 })
  const cosigned = rows.filter(({ note }) => note.includes('— north.test')).map(({ size }) => size)
  for (let index = 0; index < minutes; index += 1)
    if (isBusy(index)) {
      const before = cosigned.findLast(size => size <= index) ?? Number.NEGATIVE_INFINITY
      const after = cosigned.find(size => size > index) ?? Number.POSITIVE_INFINITY
      expect(after - before).toBeLessThan(60)
    }
  const stamped = rows.filter(({ token }) => token).map(({ size }) => size)
  expect(stamped).toEqual([1_021, 1_081, 1_141, 5_041])
  // Not those of all the minutes in which the advisor did nothing.
  expect(rows.length).toBeLessThan(60)
})

it('a part of a chain has no checkpoints of the rest', async () => {
  const rows = await findCheckpointsBetween(database, log, { advisorId, firstSeq: 101, lastSeq: 101 })
  expect(rows.every(({ size }) => size > 4_900 && size < 5_100)).toBe(true)
  expect(rows).toHaveLength(3)
})

it('without witnesses there are only the time stamps', async () => {
  const alone = { ...log, names: [], least: 0 }
  const rows = await findCheckpointsBetween(database, alone, { advisorId, firstSeq: 1, lastSeq: 101 })
  expect(rows.map(({ size }) => size)).toEqual([1_021, 1_081, 1_141, 5_041])
})

it('entries of more minutes than fit still have cosigned checkpoints less than an hour apart', async () => {
  const long = 8_000
  await owner.query(
    `insert into log_checkpoint (origin, size, signed_at, note, signatures)
     select $1::text, size, timestamptz '2026-09-01' + size * interval '1 minute',
       format(E'%s\\n%s\\n\\n— %s AAAA\\n— north.test AAAA\\n', $1::text, size, $1::text), 2
     from generate_series(1, $2::integer) as size`,
    ['long.test/log', long],
  )
  await owner.query(
    `insert into log_entry (owner_id, seq, log_index, occurred_at, entry_id, leaf_hash)
     select $1, number, number, now(), number, sha256('') from generate_series(1, $2::integer) as number`,
    [advisorId + 1, long - 1],
  )
  const rows = await findCheckpointsBetween(
    database,
    { ...log, origin: 'long.test/log', maxSize: long },
    { advisorId: advisorId + 1, firstSeq: 1, lastSeq: long - 1 },
  )
  const sizes = rows.map(({ size }) => size)
  expect(sizes.length).toBeLessThan(500)
  const steps = sizes.slice(1).map((size, index) => size - (sizes[index] ?? 0))
  expect(Math.max(...steps)).toBeLessThan(60)
  expect(sizes[0]).toBeLessThan(60)
  expect(sizes.at(-1)).toBe(long)
})
