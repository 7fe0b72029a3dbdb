// What happens to texts while the database is away, and what is swept away in time.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'
import { adminUrl } from '../../../test/admin-url.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { dispatchers } from '../../../test/dispatchers.ts'
import { freePort } from '../../../test/free-port.ts'
import { createScriptedCarrier } from '../../../test/scripted-carrier.ts'
import {
  acceptTexts,
  createMembers,
  createSender,
  eventually,
  expectOneStory,
  outboxSize,
  readTexts,
} from '../../../test/texting.ts'
import { createPool } from '../../db/pool.ts'
import { claimTexts } from './claim-texts.ts'
import { deleteOldReceipts } from './delete-old-receipts.ts'
import { ensureMessagePartitions } from './ensure-message-partitions.ts'
import { recordSubmissions } from './record-submissions.ts'

const { database, owner, url, drop } = await createTestDatabase()
const { dispatch, stopAll, lines } = dispatchers(database)
afterEach(async () => {
  await stopAll()
  await expectOneStory(database)
})
afterAll(drop)

const isEmpty = async (): Promise<boolean> => (await outboxSize(database)) === 0

test('connections that break all the time cost no text and send none twice', async () => {
  const pool = createPool({ url, size: 6, applicationName: 'broken', connectTimeoutMs: 5_000 })
  const admin = createPool({ url: adminUrl, size: 1, applicationName: 'test', connectTimeoutMs: 5_000 })
  const name = new URL(url).pathname.slice(1)
  const sender = await createSender(database, { textsPerSecond: 300 })
  const ids = await acceptTexts(database, sender, await createMembers(database, sender, 400))
  const carrier = createScriptedCarrier({ canLookUp: true, delayMs: 5 })
  dispatch({ carrier, database: pool, leaseMs: 2_000 })
  for (let time = 0; time < 25; time += 1) {
    await new Promise(resolve => setTimeout(resolve, Math.random() * 60))
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'broken' and datname = $1`,
      [name],
    )
  }
  await eventually('all are through', isEmpty)
  expect(ids.map(id => carrier.taken.get(String(id)))).toEqual(ids.map(() => 1))
  expect((await readTexts(database, ids)).every(({ status }) => status === 'submitted')).toBe(true)
  const told = lines.map(({ message }) => message)
  expect(told).toContain('texts wait for the database')
  expect(told.filter(message => message === 'the dispatcher failed')).toEqual([])
  await stopAll()
  await Promise.all([pool.end(), admin.end()])
})

test('while the database is away nobody is told that texts move again, with the link down too', async () => {
  const port = await freePort()
  const address = new URL(url)
  address.port = String(port)
  const pool = createPool({ url: address.href, size: 2, applicationName: 'away', connectTimeoutMs: 5_000 })
  const carrier = createScriptedCarrier({ canLookUp: true })
  carrier.link = 'down'
  lines.length = 0
  dispatch({ carrier, database: pool })
  await new Promise(resolve => setTimeout(resolve, 700))
  await stopAll()
  await pool.end()
  expect(lines.map(({ message }) => message).toSorted()).toEqual([
    'texts wait for the database',
    'the link is down, texts wait',
  ])
})

test('an outcome that comes after another worker took the text over is not recorded', async () => {
  const sender = await createSender(database)
  const [id = 0] = await acceptTexts(database, sender, await createMembers(database, sender, 1))
  const claimId = randomUUID()
  const { texts } = await claimTexts(database, {
    claimId,
    carrier: 'scripted',
    leaseMs: 1,
    lanes: [{ ...sender, fromId: 0, textsMax: 1 }],
  })
  await database.query('update outbox set claim_id = $1', [randomUUID()])
  const recording = { carrier: 'scripted', settleReceipts: () => Promise.resolve() }
  const outcomes = texts.map(text => ({
    ...text,
    result: { ending: 'submitted', carrierMessageId: 'late' } as const,
  }))
  expect(await recordSubmissions(database, { ...recording, claimId, outcomes })).toEqual([])
  expect(await readTexts(database, [id])).toMatchObject([
    { status: 'accepted', isLeased: true, journal: ['message.accepted'] },
  ])
  // Nobody took this one over: what the carrier said is true however late it comes.
  await database.query('update outbox set claim_id = $1', [claimId])
  expect(await recordSubmissions(database, { ...recording, claimId, outcomes })).toHaveLength(1)
  expect(await readTexts(database, [id])).toMatchObject([{ status: 'submitted' }])
})

test('an answer that comes after the text was given up as unconfirmed settles it', async () => {
  const sender = await createSender(database)
  const [id = 0] = await acceptTexts(database, sender, await createMembers(database, sender, 1))
  const slow = createScriptedCarrier({ delayMs: 4_000, answer: () => 'accepted' })
  // It wrote the text in time; only its answer is late.
  const carrier = { ...slow, submit: (texts: never) => slow.submit(texts, Number.POSITIVE_INFINITY) }
  dispatch({ carrier, leaseMs: 600 })
  await eventually('it is given up', isEmpty)
  expect(await readTexts(database, [id])).toMatchObject([{ status: 'unconfirmed' }])
  await eventually('it is settled', async () => (await readTexts(database, [id]))[0]?.status === 'submitted')
  const { rows } = await database.query(
    `select settled_at is not null as settled, carrier_message_id from dead_letter
     join carrier_message using (advisor_id, message_id) where message_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ settled: true, carrier_message_id: `c${id}` }])
})

test('what carriers called texts, and their receipts, are forgotten after 30 days', async () => {
  await owner.query(`
    insert into carrier_message select 'old', n::text, 1, n, now() - interval '30 days 1 minute' from generate_series(1, 6000) as n;
    insert into carrier_message select 'new', n::text, 1, n, now() - interval '29 days' from generate_series(1, 10) as n;
    insert into receipt (carrier, carrier_message_id, status, carrier_time, received_at)
      select 'old', n::text, 'delivered', now(), now() - interval '31 days' from generate_series(1, 10) as n`)
  expect(await deleteOldReceipts(database)).toBe(6_010)
  expect(await deleteOldReceipts(database)).toBe(0)
  const { rows } = await database.query(`select count(*) from carrier_message where carrier = 'new'`)
  expect(rows).toEqual([{ count: 10 }])
})

test('messages have their next partitions, once', async () => {
  expect(await ensureMessagePartitions(database)).toBe(0)
  await owner.query(`select setval('message_id', 5000000::bigint * 1024 + 1)`)
  expect(await ensureMessagePartitions(database)).toBe(1)
  expect(await ensureMessagePartitions(database)).toBe(0)
})
