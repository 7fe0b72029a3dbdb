// What clients are told when their book is handed over: each who may be texted once, whatever happens meanwhile.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { lockWaits } from '../../../test/database/lock-waits.ts'
import { addColleague } from '../../../test/people/book.ts'
import { startTexting, type TextingClient, type TextingServer } from '../../../test/servers/texting-server.ts'
import { createPool, type Database } from '../../platform/db/pool.ts'
import { handOverBook } from './hand-over-book.ts'
import { listHandovers } from './list-handovers.ts'
import { defaultNotice } from './render-notice.ts'
import { tellClients } from './tell-clients.ts'

let server: TextingServer
let pool: Database
let client: TextingClient
let successors: number[]
beforeAll(async () => {
  server = await startTexting({ connections: 10 })
  pool = createPool({
    url: server.databaseUrl,
    size: 10,
    applicationName: 'test',
    connectTimeoutMs: 10_000,
  })
})
afterAll(async () => {
  await pool.end()
  await server.close()
})
beforeEach(async () => {
  client = await server.welcome()
  successors = []
  for (const name of ['Bert Cole', 'Cleo Dahl']) {
    successors.push(await addColleague(server.database, client.firmId, name))
  }
})

/** Clients with this consent. Without a contact, they are no longer in the book. */
const addClients = (count: number, consent: string, hasContact = true): Promise<unknown> =>
  server.owner.query(
    `with added as (
       insert into member (advisor_id, phone, consent, consent_version, has_accepted)
       select $1, '+1' || (3000000000 + n + (select count(*) from member where advisor_id = $1)), $3, 2, $3 = 'accepted'
       from generate_series(1, $2::integer) as n returning advisor_id, phone
     )
     insert into contact (advisor_id, source, email_status, first_name, phone)
     select advisor_id, 0, 0, 'Maria', phone from added where $4`,
    [client.advisorId, count, consent, hasContact],
  )

const handOver = (personId = successors[0] ?? 0) =>
  handOverBook(
    server.database,
    { advisorId: client.advisorId, personId, texts: 'keep', notice: defaultNotice },
    { actor: { kind: 'operator', name: 'sam' } },
  )

const tell = (handoverId: number, signal = new AbortController().signal): Promise<void> =>
  tellClients.handle({ advisorId: client.advisorId, handoverId }, { database: pool, signal })

const texts = async (): Promise<{ phone: string; text: string; consent: string }[]> =>
  (
    await server.owner.query<{ phone: string; text: string; consent: string }>(
      `select message.phone, text, consent from message
       join member on member.advisor_id = message.advisor_id and member.id = member_id
       where message.advisor_id = $1 and kind = 'text' order by message.id`,
      [client.advisorId],
    )
  ).rows

const last = async () => (await listHandovers(server.database, client.advisorId))[0]

it('everybody in the book who may be texted, once, and the others are counted by reason', async () => {
  await addClients(700, 'accepted')
  await addClients(20, 'opted_out')
  await addClients(10, 'declined')
  await addClients(5, 'pending')
  await addClients(3, 'accepted', false)
  const { handover } = await handOver()
  await addClients(2, 'accepted')
  await tell(handover.handoverId)
  await tell(handover.handoverId)
  const sent = await texts()
  expect(sent).toHaveLength(700)
  expect(new Set(sent.map(({ phone }) => phone)).size).toBe(700)
  expect(sent[0]?.text).toBe(
    'A firm: Bert Cole now looks after you in place of An advisor. You reach Bert Cole at this number. Reply STOP to opt out.',
  )
  expect(await last()).toMatchObject({
    told: 700,
    refused: { opted_out: 20, consent_declined: 10, consent_pending: 5 },
    finishedAt: expect.any(Date),
  })
})

it('nobody twice, if it is interrupted, runs in several processes or fails', async () => {
  await addClients(2_300, 'accepted')
  const { handover } = await handOver()
  const runs = Array.from({ length: 6 }, async (_, index) => {
    const stopping = new AbortController()
    setTimeout(() => stopping.abort(), 20 + index * 40)
    await tell(handover.handoverId, stopping.signal).catch(() => {})
  })
  // As when a server is restarted: whatever is under way fails and is rolled back.
  setTimeout(
    () =>
      void server.owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'test' and state <> 'idle'
           and pid <> pg_backend_pid()`,
      ),
    120,
  )
  await Promise.all(runs)
  await tell(handover.handoverId)
  const sent = await texts()
  expect([sent.length, new Set(sent.map(({ phone }) => phone)).size]).toEqual([2_300, 2_300])
  expect(await last()).toMatchObject({ told: 2_300, refused: {} })
})

it('nobody under a name that is no longer true', async () => {
  await addClients(600, 'accepted')
  const first = await handOver()
  const second = await handOver(successors[1])
  await tell(first.handover.handoverId)
  expect(await texts()).toEqual([])
  await tell(second.handover.handoverId)
  const sent = await texts()
  expect(sent).toHaveLength(600)
  expect(sent.every(({ text }) => text.includes('Cleo Dahl now looks after you in place of Bert Cole'))).toBe(
    true,
  )
})

it('nobody under a name that stops being true while the job waits for the account', async () => {
  await addClients(3, 'accepted')
  const { handover } = await handOver()
  const handingOver = await server.owner.connect()
  try {
    await handingOver.query('begin')
    await handingOver.query('select from advisor where id = $1 for no key update', [client.advisorId])
    const told = tell(handover.handoverId)
    await lockWaits(server.database, 1)
    await handingOver.query(
      `insert into handover (advisor_id, former_holder_id, former_name, holder_id, holder_name, last_member_id)
       select advisor_id, holder_id, holder_name, $2, 'Cleo Dahl', last_member_id from handover where advisor_id = $1`,
      [client.advisorId, successors[1]],
    )
    await handingOver.query('commit')
    await told
  } finally {
    handingOver.release()
  }
  expect(await texts()).toEqual([])
  expect((await listHandovers(server.database, client.advisorId))[1]).toMatchObject({
    told: 0,
    finishedAt: expect.any(Date),
  })
})

it('nobody after their STOP', async () => {
  await addClients(1_500, 'accepted')
  const { rows } = await server.owner.query<{ phone: string }>(
    'select phone from member where advisor_id = $1 order by id desc limit 200',
    [client.advisorId],
  )
  const { handover } = await handOver()
  const stops = rows.map(async ({ phone }) => client.reply(phone, 'STOP'))
  await Promise.all([tell(handover.handoverId), ...stops])
  const { rows: wrong } = await server.owner.query(
    `select message.id from message
     join consent_event as stop on stop.advisor_id = message.advisor_id and stop.member_id = message.member_id
     where message.advisor_id = $1 and message.kind = 'text' and stop.event = 'revoked'
       and message.consent_version >= stop.version`,
    [client.advisorId],
  )
  expect(wrong).toEqual([])
  const outcome = await last()
  expect((outcome?.told ?? 0) + (outcome?.refused['opted_out'] ?? 0)).toBe(1_500)
})
