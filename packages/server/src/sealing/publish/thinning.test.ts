import { expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { thinCheckpoints } from './queries.ts'

const { owner, sealer } = await useTestDatabase()
const origin = 'thin.test/log'

/** So many days ago, at this minute of the day, signed by these keys. */
async function save(size: number, days: number, minute: number, names: readonly string[]): Promise<void> {
  const lines = names.map(name => `— ${name} AAAA\n`)
  await owner.query(
    `insert into log_checkpoint values ($1, $2, date_trunc('day', now(), 'UTC') - $3 * interval '1 day' + $4 * interval '1 minute', $5, $6)`,
    [origin, size, days, minute, `${origin}\n${size}\nAAAA\n\n${lines.join('')}`, names.length],
  )
}

async function kept(): Promise<number[]> {
  await thinCheckpoints(sealer, [])
  const { rows } = await owner.query<{ size: number }>('select size from log_checkpoint order by size')
  await owner.query('delete from log_checkpoint')
  return rows.map(({ size }) => size)
}

it('keeps two checkpoints of an old hour, and one of a minute of the last 90 days', async () => {
  for (const minute of [0, 10, 29, 30, 59]) await save(minute + 1, 100, minute, [origin])
  for (const [place, minute] of [5, 5.5, 6].entries()) await save(place + 101, 80, minute, [origin])
  expect(await kept()).toEqual([30, 60, 102, 103])
})

it('keeps the checkpoint that a witness cosigned, and not one with two signatures of the log', async () => {
  await save(1, 100, 1, [origin, 'north.test'])
  await save(2, 100, 2, [origin, 'north.test', 'south.test'])
  await save(3, 100, 3, [origin, origin, 'north.test'])
  await save(4, 100, 4, [origin, origin])
  expect(await kept()).toEqual([2])
  await save(5, 100, 1, [origin, 'north.test'])
  await save(6, 100, 2, [origin, origin])
  expect(await kept()).toEqual([5])
})
