// Texts of the layout before migration 43 keep their status, and what arrives for them afterwards counts, once. PARLEY_TEST_UPGRADE=1000000
// is the full size; the migration must not make a sender wait for longer than a second.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabaseBefore } from '../../../test/database/before-migration.ts'
import type { Receipt } from '../../carriers/index.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { createPool, type Database } from '../../platform/db/pool.ts'
import type { DatabaseUrls } from '../../platform/db/provisioning/database-urls.ts'
import { receiveReceipts } from './receive-receipts.ts'

const texts = Number(process.env['PARLEY_TEST_UPGRADE'] ?? 20_000)
const waitMaxMs = 1_000
let old: Awaited<ReturnType<typeof createDatabaseBefore>>
let urls: DatabaseUrls
let owner: Database
let app: Database

const idOf = (text: number): number => 1 + 1024 * text
const rowsOf = async <Row extends object>(sql: string, ...values: unknown[]): Promise<Row[]> =>
  (await owner.query<Row>(sql, values)).rows
const statusOf = async (text: number): Promise<string | undefined> =>
  (await rowsOf<{ status: string }>('select status from message_status where id = $1', idOf(text)))[0]?.status

const insertMessage = `insert into message (advisor_id, id, member_id, direction, kind, number, phone, text, status, reason,
  consent_version, created_at, updated_at)`
const insertWaiting = `insert into outbox (advisor_id, member_id, message_id, number, phone, text, passes_gate, due_at)
  select advisor_id, member_id, id, number, phone, text, false, now() from message`

/** Texts of the previous release. By their number modulo ten: four delivered, two submitted, and one of each other kind. */
const fill = `
  with written as (
    ${insertMessage}
    select 1, 1 + 1024 * n, 1 + n % 1000, case n % 10 when 9 then 'in' else 'out' end, 'text', '+12025550100',
      '+1' || (2000000000 + n % 1000), 'x', (array['delivered', 'delivered', 'delivered', 'delivered', 'submitted', 'submitted', 'failed',
        'undelivered', 'unconfirmed', 'received'])[1 + n % 10], case n % 10 when 6 then 'unreachable' end, 1,
      now() - interval '1 day', now() - interval '1 hour'
    from generate_series(1, $1::bigint) as n returning id, status
  ), known as (
    insert into carrier_message (carrier, carrier_message_id, advisor_id, message_id, created_at)
    select 'c', id::text, 1, id, now() - interval '1 day' from written where status in ('delivered', 'submitted', 'undelivered')
  ), letters as (
    insert into dead_letter (advisor_id, message_id, ending, reason, attempts, created_at)
    select 1, id, 'unconfirmed', 'no_answer', 1, now() - interval '1 hour' from written where status = 'unconfirmed'
  )
  insert into receipt (carrier, carrier_message_id, status, carrier_time, received_at, advisor_id, message_id)
  select 'c', id::text, status, now(), now() - interval '1 hour', 1, id from written where status in ('delivered', 'undelivered')`

/** Numbers of texts with a story of their own. */
const waiting = texts + 10
const returned = texts + 20
const long = texts + 30
const refused = texts + 40

let before: object[]
let longestWaitMs = 0

beforeAll(async () => {
  old = await createDatabaseBefore('0043-written-once')
  urls = old.urls
  owner = old.owner
  await owner.query(`insert into firm (name) values ('Firm')`)
  await owner.query(
    `insert into advisor (id, identifier, name, email, time_zone, firm_id) select 1, 'a', 'A', 'a@firm.test', 'UTC', id from firm`,
  )
  await owner.query(
    `insert into member (advisor_id, id, phone, consent, consent_version, has_accepted)
     select 1, n, '+1' || (2000000000 + n - 1), 'accepted', 2, true from generate_series(1, 1000) as n`,
  )
  await owner.query(fill, [texts])
  await addStories()
  await owner.query(`select setval('message_id', $1)`, [idOf(texts + 1000)])
  await owner.query('analyze')
  before = await rowsOf('select id, status, reason, updated_at from message order by id')
  const sending = sendMeanwhile()
  await migrate({ ...urls, cell: 1, environment: 'sandbox', log: () => {} })
  longestWaitMs = await sending.stop()
  app = createPool({ url: urls.appUrl, size: 3, applicationName: 'test', connectTimeoutMs: 30_000 })
}, 600_000)
afterAll(async () => {
  await app.end()
  await old.drop()
})

async function addStories(): Promise<void> {
  const add = (text: number, status: string): Promise<unknown> =>
    owner.query(
      `${insertMessage} values (1, $1, 1, 'out', 'text', '+12025550100', '+12000000000', 'x', $2, null, 1, now(), now())`,
      [idOf(text), status],
    )
  await add(waiting, 'accepted')
  await add(returned, 'failed')
  await owner.query(`${insertWaiting} where id in ($1, $2)`, [idOf(waiting), idOf(returned)])
  await add(long, 'submitted')
  await owner.query(
    `insert into carrier_message (carrier, carrier_message_id, advisor_id, message_id, parts)
     select 'c', 'part ' || n, 1, $1, 2 from generate_series(1, 2) as n`,
    [idOf(long)],
  )
  await add(refused, 'failed')
  await owner.query(
    `insert into carrier_message (carrier, carrier_message_id, advisor_id, message_id) values ('c', 'refused', 1, $1)`,
    [idOf(refused)],
  )
  await owner.query(
    `insert into receipt (carrier, carrier_message_id, status, reason, carrier_time, advisor_id, message_id)
     values ('c', 'part 1', 'delivered', null, now(), 1, $1), ('c', 'refused', 'failed', 'opted_out', now(), 1, $2),
       ('c', 'early', 'delivered', null, now(), null, null)`,
    [idOf(long), idOf(refused)],
  )
}

/** Accepts a text every few milliseconds, as an api of the previous release does. */
function sendMeanwhile(): { stop(): Promise<number> } {
  const done = { is: false }
  let longest = 0
  const run = async (): Promise<void> => {
    for (let text = texts + 2_000; !done.is; text += 1) {
      const began = performance.now()
      await owner.query(
        `with written as (
           ${insertMessage}
           values (1, ${idOf(text)}, 2, 'out', 'text', '+12025550100', '+12000000001', 'x', 'accepted', null, 1, now(), now())
         )
         insert into outbox (advisor_id, member_id, message_id, number, phone, text, passes_gate, due_at)
         values (1, 2, ${idOf(text)}, '+12025550100', '+12000000001', 'x', false, now())`,
      )
      longest = Math.max(longest, performance.now() - began)
      await new Promise(resolve => setTimeout(resolve, 5))
    }
  }
  const running = run()
  return {
    stop: async () => {
      done.is = true
      await running
      return longest
    },
  }
}

const report = (carrierMessageId: string, status: Receipt['status'], more: Partial<Receipt> = {}) =>
  receiveReceipts(app, 'c', [{ carrierMessageId, status, at: new Date(), ...more }])

describe('after the upgrade', () => {
  it('every text has the status, reason and time that it had, and no sender waited for long', async () => {
    const after = await rowsOf(
      'select id, status, reason, updated_at from message_status where id < $1 order by id',
      idOf(texts + 2_000),
    )
    expect(after).toEqual(before)
    expect(longestWaitMs).toBeLessThan(waitMaxMs)
  })

  it('a receipt raises the status of an old text, and one that comes again changes nothing', async () => {
    const [submitted, delivered] = [4, 3]
    expect([await statusOf(submitted), await statusOf(delivered)]).toEqual(['submitted', 'delivered'])
    await report(String(idOf(submitted)), 'delivered')
    await report(String(idOf(delivered)), 'undelivered')
    await report(String(idOf(delivered)), 'delivered')
    expect([await statusOf(submitted), await statusOf(delivered)]).toEqual(['delivered', 'delivered'])
    const entries = await rowsOf('select kind, subject_id from journal where subject_id = any ($1)', [
      idOf(submitted),
      idOf(delivered),
    ])
    expect(entries).toEqual([{ kind: 'message.delivered', subject_id: idOf(submitted) }])
  })

  it('the second part of a long text completes it, and its first part counts once', async () => {
    await report('part 1', 'delivered')
    expect(await statusOf(long)).toBe('submitted')
    await report('part 2', 'delivered')
    expect(await statusOf(long)).toBe('delivered')
  })

  it('an opt-out that was followed before is not followed again', async () => {
    await report('refused', 'failed', { reason: 'opted_out' })
    expect(await rowsOf('select consent from member where id = 1')).toEqual([{ consent: 'accepted' }])
    await report('refused', 'undelivered', { reason: 'opted_out' })
    expect(await rowsOf('select consent from member where id = 1')).toEqual([{ consent: 'opted_out' }])
  })

  it('a text that was returned to the outbox keeps its status until a receipt raises it', async () => {
    expect(await rowsOf('select state from delivery where message_id = $1', idOf(returned))).toEqual([
      { state: 3 },
    ])
    expect(await rowsOf('select from delivery where message_id = $1', idOf(waiting))).toEqual([])
  })

  it('a message can no longer be changed by the service', async () => {
    await expect(app.query(`update message set status = 'failed'`)).rejects.toMatchObject({ code: '42501' })
    await expect(app.query(`update message set text = 'y'`)).rejects.toMatchObject({ code: '42501' })
  })
})
