// Texts during a database outage, and retention.
import { randomUUID } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { dispatchers } from '../../../test/carriers/dispatchers.ts'
import { createScriptedCarrier } from '../../../test/carriers/scripted-carrier.ts'
import {
  acceptTexts,
  createMembers,
  createSender,
  eventually,
  expectOneStory,
  outboxSize,
  readTexts,
} from '../../../test/carriers/texting.ts'
import { adminUrl } from '../../../test/database/admin-url.ts'
import { useTestDatabase } from '../../../test/database/database.ts'
import { freePort } from '../../../test/processes/free-port.ts'
import { createPool } from '../../platform/db/pool.ts'
import { deleteOldReceipts } from '../receipts/delete-old-receipts.ts'
import { claimTexts } from './claim-texts.ts'
import { recordSubmissions } from './record-submissions.ts'

const { database, owner, url } = await useTestDatabase()
const { dispatch, stopAll, lines } = dispatchers(database)
afterEach(async () => {
  await stopAll()
  await expectOneStory(database)
})

const isEmpty = async (): Promise<boolean> => (await outboxSize(database)) === 0

it('constantly breaking connections lose no text and send none twice', async () => {
  const pool = createPool({ url, size: 6, applicationName: 'broken', connectTimeoutMs: 30_000 })
  const admin = createPool({ url: adminUrl, size: 1, applicationName: 'test', connectTimeoutMs: 30_000 })
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
  await eventually('all are sent', isEmpty)
  expect(ids.map(id => carrier.taken.get(String(id)))).toEqual(ids.map(() => 1))
  expect((await readTexts(database, ids)).every(({ status }) => status === 'submitted')).toBe(true)
  const told = lines.map(({ message }) => message)
  expect(told).toContain('dispatch is waiting for the database')
  expect(told.filter(message => message === 'the dispatcher failed')).toEqual([])
  await stopAll()
  await Promise.all([pool.end(), admin.end()])
})

it('logs no recovery while the database is unavailable, even with the link down', async () => {
  const port = await freePort()
  const address = new URL(url)
  address.port = String(port)
  const pool = createPool({ url: address.href, size: 2, applicationName: 'away', connectTimeoutMs: 30_000 })
  const carrier = createScriptedCarrier({ canLookUp: true })
  carrier.link = 'down'
  lines.length = 0
  dispatch({ carrier, database: pool })
  await new Promise(resolve => setTimeout(resolve, 700))
  await stopAll()
  await pool.end()
  expect(lines.map(({ message }) => message).toSorted()).toEqual([
    'carrier link down, texts are waiting',
    'dispatch is waiting for the database',
  ])
})

it('an outcome is not recorded after another worker took over the text', async () => {
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
  // Not taken over: the carrier's response counts however late it is recorded.
  await database.query('update outbox set claim_id = $1', [claimId])
  expect(await recordSubmissions(database, { ...recording, claimId, outcomes })).toHaveLength(1)
  expect(await readTexts(database, [id])).toMatchObject([{ status: 'submitted' }])
})

it('a late response settles a text given up as unconfirmed', async () => {
  const sender = await createSender(database)
  const [id = 0] = await acceptTexts(database, sender, await createMembers(database, sender, 1))
  const slow = createScriptedCarrier({ delayMs: 4_000, answer: () => 'accepted' })
  // It wrote the text in time; only its response is late.
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

it('carrier ids and receipts are deleted after 30 days', async () => {
  await owner.query(`
    insert into former_carrier_message select 'old', n::text, 1, n, now() - interval '30 days 1 minute' from generate_series(1, 6000) as n;
    insert into former_carrier_message select 'new', n::text, 1, n, now() - interval '29 days' from generate_series(1, 10) as n;
    insert into receipt (carrier, carrier_message_id, status, carrier_time, received_at)
      select 'old', n::text, 'delivered', now(), now() - interval '31 days' from generate_series(1, 10) as n`)
  expect(await deleteOldReceipts(database)).toBe(6_010)
  expect(await deleteOldReceipts(database)).toBe(0)
  const { rows } = await database.query(`select count(*) from former_carrier_message where carrier = 'new'`)
  expect(rows).toEqual([{ count: 10 }])
})
