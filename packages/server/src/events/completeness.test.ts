import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EventsServer, startEvents } from '../../test/servers/events-server.ts'

let server: EventsServer
beforeAll(async () => {
  server = await startEvents()
})
afterAll(() => server.close())

const until = (page: { completeUntil?: string }): number => Date.parse(page.completeUntil ?? '')

it('completeUntil stays before the start of a transaction that is open, and passes it once it has ended', async () => {
  const advisor = await (await server.addApplication()).welcome()
  const slow = await server.database.connect()
  try {
    await slow.query('begin')
    const { rows } = await slow.query<{ at: Date }>('select now()::timestamptz(3) as at')
    const startedAt = rows[0]?.at ?? new Date()
    await slow.query(
      `insert into journal (advisor_id, occurred_at, kind, subject_id, head, facts, salts, digest)
       values ($1, now(), 'group.created', 4711, '{"actor":{"kind":"advisor"},"traceId":null}', '{}', sha256(''), sha256(''))`,
      [advisor.id],
    )
    let cursor = 'end'
    for (let count = 0; count < 15; count += 1) {
      await advisor.call('POST', '/core/contact/groups', { name: `Group ${count}` })
      const { page } = await advisor.read({ after: cursor, waitSeconds: 1 })
      if (!page.hasMore) expect(until(page)).toBeLessThanOrEqual(startedAt.getTime())
      cursor = page.cursor
    }
    await slow.query('commit')
    const { page } = await advisor.read({ after: cursor, waitSeconds: 10 })
    // It is dated before what was read already, and comes now.
    expect(page.data.at(-1)?.event).toMatchObject({
      subject: { id: 4711 },
      timestamp: startedAt.toISOString(),
    })
    let last = page
    while (!(until(last) > startedAt.getTime())) {
      last = (await advisor.read({ after: last.cursor, waitSeconds: 1 })).page
    }
    expect(last.hasMore).toBe(false)
  } finally {
    slow.release()
  }
})

it('is absent while there is more to read, and never later than what is committed but not in the log yet', async () => {
  const advisor = await (await server.addApplication()).welcome()
  for (let count = 0; count < 3; count += 1) {
    await advisor.call('POST', '/core/contact/groups', { name: `Group ${count}` })
  }
  await server.sealed()
  const { page } = await advisor.read({ limit: 2 })
  expect(page.hasMore).toBe(true)
  expect(page.completeUntil).toBeUndefined()
  // Without a sealer the log stands still, whatever is committed.
  const still = await startEvents({ isSealing: false })
  try {
    const other = await (await still.addApplication()).welcome()
    const before = Date.now()
    await other.call('POST', '/core/contact/groups', { name: 'A group' })
    await new Promise(resolve => setTimeout(resolve, 1_500))
    const { page: empty } = await other.read()
    expect(empty.data).toEqual([])
    const { rows } = await still.database.query<{ at: Date }>('select min(occurred_at) as at from journal')
    expect(until(empty)).toBeLessThanOrEqual(rows[0]?.at.getTime() ?? 0)
    expect(until(empty)).toBeGreaterThan(before - 60_000)
  } finally {
    await still.close()
  }
})
