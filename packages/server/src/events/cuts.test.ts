import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EventsServer, startEvents } from '../../test/servers/events-server.ts'

let server: EventsServer
beforeAll(async () => {
  server = await startEvents()
})
afterAll(() => server.close())

/** As parley recover writes it, with the last entries lost. */
async function cutOff(entries: number): Promise<void> {
  await server.database.query(
    `insert into recovery (number, operator, log_size, plan, finished_at)
     select coalesce(max(number), 0) + 1, 'test', (select size from log_head) - $1,
       '{"found": {"at": "2026-01-31T08:00:00.000Z"}}', now()
     from recovery`,
    [entries],
  )
  // Processes read it once a second; a restore takes longer.
  await sleep(1_100)
}

it('a cursor behind a restore is answered with the cut, others stay valid, and new ones are', async () => {
  const application = await server.addApplication()
  const advisor = await application.welcome()
  const cursors: string[] = []
  for (const name of ['one', 'two', 'three']) {
    await advisor.call('POST', '/core/contact/groups', { name })
    await server.sealed()
    cursors.push((await advisor.read({ after: 'end' })).page.cursor)
  }
  const [first = '', , last = ''] = cursors
  await cutOff(1)
  const { status, problem } = await advisor.read({ after: last })
  expect([status, problem.code]).toEqual([410, 'gone'])
  const { cursor, dateTimeCut } = problem.details as unknown as { cursor: string; dateTimeCut: string }
  expect(dateTimeCut).toBe('2026-01-31T08:00:00.000Z')
  const behindCut = await advisor.read({ after: cursor })
  expect([behindCut.status, behindCut.page.data.length]).toEqual([200, 1])
  expect((await advisor.read({ after: first })).page.data).toHaveLength(2)

  // The same position, given out after the restore.
  const { page } = await advisor.read({ after: 'end' })
  expect((await advisor.read({ after: page.cursor })).status).toBe(200)
  await cutOff(1)
  expect((await advisor.read({ after: page.cursor })).status).toBe(410)
  expect((await advisor.read({ after: last })).status).toBe(410)
})
