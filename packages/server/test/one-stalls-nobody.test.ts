// One advisor's large files do not affect the others: they are processed in separate threads, on separate connections.
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { appBase, appOperations, limits, sharedOperations } from '@parley/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from './carriers/texting.ts'
import { type AdvisorApp, type AppClient, startAdvisorApp } from './servers/advisor-app.ts'

let server: AdvisorApp
let busy: AppClient
let other: AppClient
beforeAll(async () => {
  server = await startAdvisorApp({ connections: 3 })
  busy = await server.welcome()
  other = await server.welcome()
  await other.ok(sharedOperations.createContact, { body: { firstName: 'Ada' } })
})
afterAll(() => server.close())

it('eight concurrent files of invalid lines are read one by one, outside the event loop', async () => {
  const line = `${'x,'.repeat(19)}x\n`
  const body = `firstName,phone,${'a,'.repeat(17)}b\n${line.repeat(10_000)}`
  expect(body.length).toBeGreaterThan(400_000)
  const before = process.threadCpuUsage()
  const uploads = await Promise.all(
    Array.from({ length: 8 }, () =>
      busy.call(appOperations.uploadContacts, { query: { fileName: 'bad.csv' }, body }),
    ),
  )
  const cpuMs = process.threadCpuUsage(before).user / 1_000
  // Four are queued; the others get 429.
  const statuses = uploads.map(({ status }) => status).toSorted((one, two) => one - two)
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429, 429, 429])
  expect(uploads.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('5')
  expect(uploads.find(({ status }) => status === 200)?.body.doubtful).toBe(10_000)
  // On the event loop each of the four takes more than a second; there it takes 100 to 200 ms to store and compare.
  expect(cpuMs).toBeLessThan(1_500)
})

it('nearly empty files take almost no time, and another advisor’s file is read meanwhile', async () => {
  const upload = (client: AppClient, body: string) =>
    client.call(appOperations.uploadContacts, { query: { fileName: 'lines.csv' }, body })
  const title = 'firstName,lastName\nMaria,Alvarez\n'
  const before = process.cpuUsage()
  const own = process.threadCpuUsage()
  const hostile = Promise.all([
    upload(busy, title + '\n'.repeat(250_000)),
    upload(busy, title + 'a\n'.repeat(99_999)),
    upload(busy, title + '\n'.repeat(3_000_000)),
    upload(busy, `${title}a${','.repeat(3_000_000)}`),
  ])
  const ordinary = await upload(other, title.repeat(20))
  expect([ordinary.status, ordinary.body.lines]).toEqual([200, 39])
  const [blank, short, tooLong, tooWide] = await hostile
  expect([blank.status, blank.body.lines, short.status, short.body.lines]).toEqual([200, 1, 200, 100_000])
  const why = 'lines.csv cannot be read as CSV: '
  expect([tooLong.status, tooLong.problem.detail]).toEqual([
    400,
    `${why}it has more than ${limits.uploadLinesWithBlank} lines, the blank ones included. Nothing was done.`,
  ])
  expect([tooWide.status, tooWide.problem.detail]).toEqual([
    400,
    `${why}near line 3: it has more than 10000 columns. Nothing was done.`,
  ])
  const { user } = process.cpuUsage(before)
  // It would take over a minute to build an error for each line whose column count differs from the first.
  expect(user / 1_000).toBeLessThan(5_000)
  expect(process.threadCpuUsage(own).user / 1_000).toBeLessThan(700)
})

it('downloads that a client does not read hold no database connection', async () => {
  await server.owner.query(
    `insert into contact (advisor_id, source, first_name, address1, address2, city, email_status)
     select $1, 1, 'Person ' || number, text, text, text, 0
     from generate_series(1, 12000) as number, repeat(md5(number::text), 3) as text`,
    [busy.advisorId],
  )
  // More than the sockets hold.
  const url = new URL(`${server.origin}${appBase}${appOperations.downloadContacts.path}?format=jsonl`)
  const answers: IncomingMessage[] = []
  const begun = Array.from(
    { length: 24 },
    () =>
      new Promise<void>((resolve, reject) => {
        get(url, { headers: { cookie: busy.cookie }, agent: false }, answer => {
          // Not read: the socket fills up, and the service waits only for this client.
          answers.push(answer.pause())
          resolve()
        }).on('error', reject)
      }),
  )
  await Promise.all(begun)
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(statuses.every(status => status === 200 || status === 429)).toBe(true)
  expect(statuses).toContain(200)
  for (let time = 0; time < 20; time += 1) {
    expect((await other.call(appOperations.listContacts)).status).toBe(200)
  }
  const { rows } = await server.owner.query<{ held: number }>(
    `select count(*) as held from pg_stat_activity
     where datname = current_database() and application_name in ('test', 'parley export') and state = 'idle in transaction'`,
  )
  expect(rows).toEqual([{ held: 0 }])
  // All are written by now and still count towards the advisor's limit of three.
  expect((await busy.call(appOperations.downloadContacts)).status).toBe(429)
  expect((await other.call(appOperations.downloadContacts)).status).toBe(200)
  // Nothing of the unread downloads is lost.
  const [unread] = answers.filter(({ statusCode }) => statusCode === 200)
  let text = ''
  for await (const piece of unread ?? []) text += String(piece)
  expect(text.length).toBeGreaterThan(8_000_000)
  expect(text.split('\n')).toHaveLength(12_001)
  for (const answer of answers) answer.destroy()
  await eventually('they count no more', async () => {
    const { status } = await busy.call(appOperations.downloadContacts)
    return status === 200
  })
})

it('a client that disconnects before its download starts leaves none open', async () => {
  const url = new URL(`${server.origin}${appBase}${appOperations.downloadContacts.path}`)
  for (let time = 0; time < 6; time += 1) {
    const request = get(url, { headers: { cookie: busy.cookie }, agent: false }).on('error', () => {})
    await sleep(20 * time)
    request.destroy()
  }
  await eventually('all of them are over', async () => {
    const { status } = await busy.call(appOperations.downloadContacts)
    return status === 200
  })
  const three = await Promise.all([1, 2, 3].map(() => busy.call(appOperations.downloadContacts)))
  expect(three.map(({ status }) => status)).toEqual([200, 200, 200])
})
