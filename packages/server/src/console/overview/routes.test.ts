// The overview over HTTP: who may see it, and of which firm.
import { appOperations, roles } from '@parley/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addStaff } from '../../../test/people/staff.ts'
import { type AdvisorApp, type AppClient, startAdvisorApp } from '../../../test/servers/advisor-app.ts'
import { foldJournal } from './fold-journal.ts'

const today = new Date().toISOString().slice(0, 10)
const range = { from: today, to: today }

let server: AdvisorApp
let advisor: AppClient
let stranger: AppClient
let boss: Pick<AppClient, 'call' | 'ok'>

beforeAll(async () => {
  server = await startAdvisorApp()
  advisor = await server.welcome()
  stranger = await server.welcome()
  const { id } = await addStaff(server.database, { firmId: advisor.firmId, roles: ['supervisor'] })
  boss = await server.signIn(id)
  await advisor.reply('+12025550123', 'Could you call me?')
  await stranger.reply('+12025550124', 'STOP')
  for (let isCounted = false; !isCounted; ) {
    await foldJournal(server.database)
    const { rows } = await server.database.query<{ replies: number }>(
      `select count(*) as replies from overview_period where grain = 'day' and replies > 0 and owner_id > 0`,
    )
    isCounted = rows[0]?.replies === 2
  }
})
afterAll(() => server.close())

it('shows the figures of the firm, by advisor, and their entries', async () => {
  const { totals, series } = await boss.ok(appOperations.getFirmOverview, { query: range })
  expect(totals).toMatchObject({ replies: 1, optOuts: 0 })
  expect(series).toMatchObject([{ day: today, replies: 1 }])
  const { data } = await boss.ok(appOperations.listAdvisorFigures, { query: range })
  expect(data).toMatchObject([{ advisorId: advisor.advisorId, replies: 1, optOuts: 0 }])
  const query = { ...range, figure: 'replies' }
  const listed = await boss.call(appOperations.listCountedEntries, { query })
  expect(listed.body).toMatchObject({ total: 1, data: [{ kind: 'message.received' }] })
  expect(listed.text).not.toMatch(/call me|2025550123/)
})

it('shows no advisor of another firm: 404', async () => {
  const query = { ...range, advisorId: stranger.advisorId }
  const overview = await boss.call(appOperations.getFirmOverview, { query })
  const entries = await boss.call(appOperations.listCountedEntries, {
    query: { ...query, figure: 'optOuts' },
  })
  expect([overview.status, entries.status]).toEqual([404, 404])
})

it.each([
  ['a range that ends before it begins', { from: today, to: '2026-01-01' }],
  ['a range of more than a year', { from: '2020-01-01', to: today }],
])('refuses %s: 400', async (_, query) => {
  const { status, problem } = await boss.call(appOperations.getFirmOverview, { query })
  expect([status, problem.details]).toMatchObject([400, { errors: [{ path: '/to' }] }])
})

it.each(roles)('a person who is %s sees it only if they look after the firm', async role => {
  const isAllowed = ['administrator', 'supervisor', 'principal', 'auditor'].includes(role)
  const person = role === 'advisor' ? advisor.advisorId : await newPerson(role)
  const client = await server.signIn(person)
  const { status } = await client.call(appOperations.getFirmOverview, { query: range })
  expect(status).toBe(isAllowed ? 200 : 403)
})

const newPerson = async (role: (typeof roles)[number]): Promise<number> =>
  (await addStaff(server.database, { firmId: advisor.firmId, roles: [role] })).id
