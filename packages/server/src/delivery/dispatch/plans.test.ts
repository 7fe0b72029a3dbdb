// The statements of a text's life cost the same for each text, whatever the planner knew of the tables when it planned them. A plan
// lasts as long as its connection, and tables are analysed at any moment: just after an installation, when all are empty, or in
// the middle of a large send.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { acceptTexts, createMembers, createSender, type Sender } from '../../../test/carriers/texting.ts'
import { useTestDatabase } from '../../../test/database/database.ts'
import { type WatchedPlans, watchPlans } from '../../../test/database/watched-plans.ts'
import { newPhone } from '../../../test/servers/texting-server.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { withoutIdempotency } from '../../platform/idempotency/idempotency.ts'
import { acceptRequests } from '../../texting/sending/accept-sends.ts'
import { receiveReceipts } from '../receipts/receive-receipts.ts'
import { settleReceipts } from '../receipts/settle-receipts.ts'
import { claimTexts } from './claim-texts.ts'
import { recordSubmissions } from './record-submissions.ts'

const senders = 25
const textsEach = 20
const batch = senders * textsEach
/** Rows that a step of a plan may go through for each text. A loop turned round goes through 500. */
const rowsPerText = 40
/** Pages that a statement may read for each text. A hundred numbers beside 17,000 dead rows read half a million. */
const pagesPerText = 100

const { database: fixtures, owner, url, ownerUrl } = await useTestDatabase()
const carrier = 'simulator'
let database: Database
let watched: WatchedPlans
let people: { readonly sender: Sender; readonly phones: readonly string[] }[]

beforeAll(async () => {
  watched = await watchPlans(url, ownerUrl)
  database = watched.database
  // Several partitions, as in an installation of an earlier version: each makes a search dearer, but not a scan of few rows.
  const { rows: wide } = await owner.query(
    `select string_agg(inhrelid::regclass::text, ', ') as names from pg_inherits where inhparent = 'message'::regclass`,
  )
  await owner.query(`drop table ${wide[0].names}`)
  for (let block = 0; block < 5; block += 1) {
    const idsOf = (blocks: number): bigint => BigInt(blocks) * 5_000_000n * 1_024n
    await owner.query(
      `create table message_block_${block} partition of message for values from (${idsOf(block)}) to (${idsOf(block + 1)})
         with (fillfactor = 50)`,
    )
  }
  people = []
  for (let count = 0; count < senders; count += 1) {
    const sender = await createSender(fixtures)
    await createMembers(fixtures, sender, textsEach)
    const { rows: members } = await fixtures.query<{ phone: string }>(
      'select phone from member where advisor_id = $1 order by id',
      [sender.advisorId],
    )
    people.push({ sender, phones: members.map(({ phone }) => phone) })
  }
})
afterAll(() => database.end())

const accept = (those: typeof people) =>
  inTransaction(database, tx =>
    acceptRequests(
      tx,
      those.map(({ sender, phones }) => ({
        send: {
          author: { advisorId: sender.advisorId, actor: { kind: 'advisor' }, traceId: null } as const,
          phones,
          text: 'Good morning',
        },
        idempotency: withoutIdempotency,
      })),
    ),
  )

/** A batch through all stages. With `isEarly`, the receipts come before the carrier's answers are recorded. */
async function live(isEarly: boolean, those = people): Promise<void> {
  await accept(those)
  const claimId = randomUUID()
  const lanes = those.map(({ sender }) => ({ ...sender, fromId: 0, textsMax: textsEach }))
  const { texts } = await claimTexts(database, { claimId, carrier, leaseMs: 30_000, lanes })
  expect(texts).toHaveLength(those.reduce((sum, { phones }) => sum + phones.length, 0))
  const ids = new Map(texts.map(({ messageId }) => [messageId, randomUUID()]))
  const receipts = [...ids.values()].flatMap(carrierMessageId =>
    (['enroute', 'delivered'] as const).map(status => ({ carrierMessageId, status, at: new Date() })),
  )
  if (isEarly) await receiveReceipts(database, carrier, receipts)
  await recordSubmissions(database, {
    claimId,
    carrier,
    outcomes: texts.map(text => ({
      ...text,
      result: { ending: 'submitted', carrierMessageId: ids.get(text.messageId) ?? '' },
    })),
    settleReceipts,
  })
  if (!isEarly) await receiveReceipts(database, carrier, receipts)
  const { rows } = await fixtures.query<{ count: number }>(
    `select count(*) from message_status where id = any ($1::bigint[]) and status = 'delivered'`,
    [texts.map(({ messageId }) => messageId)],
  )
  expect(rows).toEqual([{ count: texts.length }])
}

const dear = (): string[] => watched.dearerThan({ rows: batch * rowsPerText, pages: batch * pagesPerText })

/** The first text after an analysis is alone, and the plans made for it serve those that follow. */
async function expectCheapLives(): Promise<void> {
  const [first] = people
  if (!first) throw new Error('Nobody')
  await live(false, [{ ...first, phones: first.phones.slice(0, 1) }])
  for (const isEarly of [false, true, false]) {
    watched.forget()
    await live(isEarly)
    expect(watched.count()).toBeGreaterThan(8)
    expect(dear()).toEqual([])
  }
  watched.forget()
  // Nobody of the book: members and contacts are created. A firm that requires consent refuses the text.
  await accept(people.map(({ sender }) => ({ sender, phones: Array.from({ length: textsEach }, newPhone) })))
  expect(dear()).toEqual([])
}

/** Contacts of the advisor, whom nobody has texted. */
async function fillBook(advisorId: number): Promise<void> {
  await fixtures.query(
    `with added as (
       insert into member (advisor_id, phone) select $1, '+1' || (4000000000 + n) from generate_series(1, 1000) as n
       returning advisor_id, phone
     )
     insert into contact (advisor_id, source, email_status, first_name, phone)
     select advisor_id, 0, 0, 'Someone', phone from added`,
    [advisorId],
  )
}

it('with plans made for empty tables, in empty and in full ones', async () => {
  await owner.query('analyze')
  await expectCheapLives()
  const others = await createSender(fixtures)
  const members = await createMembers(fixtures, others, 20_000)
  await acceptTexts(fixtures, others, members)
  await fixtures.query(
    `insert into carrier_message (carrier, carrier_message_id, advisor_id, member_id, message_id)
     select 'simulator', 'other ' || message_id, advisor_id, member_id, message_id from outbox`,
  )
  await fixtures.query(
    `insert into delivery (advisor_id, message_id, updated_at, state) select advisor_id, message_id, now(), 2 from outbox`,
  )
  // Earlier texts of the same advisors: a plan that reads them all for each text was found only here.
  await fixtures.query(
    `insert into delivery (advisor_id, message_id, updated_at, state)
     select advisor_id, 2 + 1024 * n, now(), 5 from unnest($1::bigint[]) as advisor_id, generate_series(1, 1000) as n`,
    [people.map(({ sender }) => sender.advisorId)],
  )
  await fixtures.query(
    `insert into message (advisor_id, id, member_id, direction, kind, number, phone, text, consent_version, created_at)
     select advisor_id, 2 + 1024 * n, n, 'out', 'text', '+12025550100', '+12025550101', 'x', 1, now()
     from unnest($1::bigint[]) as advisor_id, generate_series(1, 1000) as n`,
    [people.map(({ sender }) => sender.advisorId)],
  )
  for (const { sender } of people) await fillBook(sender.advisorId)
  await expectCheapLives()
})

it('with plans made for full tables, in full and in empty ones', async () => {
  await owner.query('analyze')
  await expectCheapLives()
  await owner.query('truncate outbox, message, delivery, carrier_message')
  await expectCheapLives()
  await owner.query('analyze')
  await expectCheapLives()
})
