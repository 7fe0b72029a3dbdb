// What is under way when a book is handed over.
import { setTimeout as sleep } from 'node:timers/promises'
import { appOperations, sharedOperations } from '@parley/contract'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { acceptTexts, createMembers } from '../../../test/carriers/texting.ts'
import { lockWaits } from '../../../test/database/lock-waits.ts'
import { type Book, openBook, refusal } from '../../../test/people/book.ts'
import { type AdvisorApp, startAdvisorApp } from '../../../test/servers/advisor-app.ts'
import { newPhone } from '../../../test/servers/texting-server.ts'
import { changeAdvisor } from '../../identity/index.ts'
import { type Idempotency, withoutIdempotency } from '../../platform/idempotency/idempotency.ts'
import { batchSends } from '../sending/batch-sends.ts'

let server: AdvisorApp
beforeAll(async () => {
  server = await startAdvisorApp({ connections: 10 })
})
afterAll(() => server.close())

let book: Book
let anna: Book['anna']
let bert: Book['bert']
beforeEach(async () => {
  book = await openBook(server)
  anna = book.anna
  bert = book.bert
})

const schedule = () =>
  anna.call(appOperations.sendFromApp, {
    ...book.inBook,
    body: {
      phoneNumbers: [newPhone()],
      text: 'Later',
      scheduleDelivery: true,
      deliveryDate: Date.now() + 3_600_000,
    },
  })

/** Starts the act while another transaction holds the lock. That one writes and commits when the act waits for it. */
async function whileLocked<Result>(
  lock: string,
  act: () => Promise<Result>,
  write: (other: PoolClient) => Promise<unknown>,
): Promise<Result> {
  const other = await server.owner.connect()
  try {
    await other.query('begin')
    await other.query(lock, [anna.advisorId])
    const acting = act()
    await lockWaits(server.database, 1)
    await write(other)
    await other.query('commit')
    return await acting
  } finally {
    other.release()
  }
}

it('a text that is just firing is held', async () => {
  await schedule()
  const [memberId] = await createMembers(server.database, anna, 1)
  const fire = (other: PoolClient) =>
    other.query(
      `insert into outbox (advisor_id, member_id, message_id, number, passes_gate, due_at)
       values ($1, $2, nextval('message_id'), $3, true, now())`,
      [anna.advisorId, memberId, anna.number],
    )
  const handOver = () => book.handOver(bert.id)
  expect(
    await whileLocked('select from schedule where advisor_id = $1 for update', handOver, fire),
  ).toMatchObject({ isHeld: true })
})

it('a request of the former advisor schedules nothing any more', async () => {
  const handOver = (other: PoolClient) =>
    other.query('update advisor set holder_id = $2 where id = $1', [anna.advisorId, bert.id])
  const answer = await whileLocked('select from advisor where id = $1 for no key update', schedule, handOver)
  expect(answer.status).toBe(403)
  expect(await book.rowsOf('select from schedule where advisor_id = $1', anna.advisorId)).toEqual([])
})

it('a request of the former advisor releases nothing that the handover holds', async () => {
  const { body } = await schedule()
  const [scheduleId = 0] = body.successes.map(each => each.scheduleId)
  const release = () =>
    anna.call(sharedOperations.updateScheduledMessage, {
      ...book.inBook,
      params: { scheduleId },
      body: { status: 'active' },
    })
  const handOver = async (other: PoolClient) => {
    await other.query('update advisor set holder_id = $2 where id = $1', [anna.advisorId, bert.id])
    await other.query(
      `update schedule set status = 'held', hold_reason = 'handed_over' where advisor_id = $1`,
      [anna.advisorId],
    )
  }
  const answer = await whileLocked('select from advisor where id = $1 for no key update', release, handOver)
  expect(answer.status).toBe(403)
  expect(await book.rowsOf('select status from schedule where advisor_id = $1', anna.advisorId)).toEqual([
    { status: 'held' },
  ])
})

it('requests of the former advisor send nothing any more, and the others of their batch do', async () => {
  const { advisorId } = anna
  const other = await server.welcome({ isConsentRequired: false })
  const sendTexts = batchSends(server.database)
  const send = (id: number, idempotency: Idempotency = withoutIdempotency) =>
    refusal(
      sendTexts({
        send: {
          author: { advisorId: id, actor: { kind: 'advisor' }, traceId: null },
          phones: [newPhone()],
          text: 'Good morning',
        },
        idempotency,
      }),
    )
  const fingerprint = Buffer.alloc(32)
  const key = { advisorId, applicationId: 0, operation: 'sendFromApp', key: 'a-key', fingerprint }
  await book.handOver(bert.id)
  // All in one batch, two of them with the same key.
  const outcomes = await Promise.all([
    send(advisorId, { key, replayed: false }),
    send(advisorId, { key, replayed: false }),
    send(other.advisorId),
  ])
  expect(outcomes).toEqual(['forbidden', 'forbidden', 'done'])
  const queued = 'select from outbox where advisor_id = $1'
  expect(await book.rowsOf(queued, advisorId)).toEqual([])
  expect(await book.rowsOf(queued, other.advisorId)).toHaveLength(1)
})

/** The status of the act, which waits until the account is handed over. */
async function statusAfterHandover(act: () => Promise<{ readonly status: number }>): Promise<number> {
  const handOver = (other: PoolClient) =>
    other.query('update advisor set holder_id = $2 where id = $1', [anna.advisorId, bert.id])
  return (await whileLocked('select from advisor where id = $1 for no key update', act, handOver)).status
}

it('a text of the former advisor that waits for the handover is not sent', async () => {
  const body = { phoneNumbers: [newPhone()], text: 'Good morning' }
  const send = () => anna.call(appOperations.sendFromApp, { ...book.inBook, body })
  expect(await statusAfterHandover(send)).toBe(403)
  expect(await book.rowsOf('select from outbox where advisor_id = $1', anna.advisorId)).toEqual([])
})

it('a consent request of the former advisor that waits for the handover is not sent', async () => {
  const body = { phoneNumbers: [newPhone()] }
  const ask = () => anna.call(sharedOperations.requestConsent, { ...book.inBook, body })
  expect(await statusAfterHandover(ask)).toBe(403)
  expect(await book.rowsOf('select from outbox where advisor_id = $1', anna.advisorId)).toEqual([])
})

it('texts of other accounts do not wait for one that is being handed over', async () => {
  const other = await server.welcome({ isConsentRequired: false })
  const sendTexts = batchSends(server.database)
  const send = (advisorId: number) => {
    const author = { advisorId, actor: { kind: 'advisor' }, traceId: null } as const
    const text = 'Good morning'
    return refusal(
      sendTexts({ send: { author, phones: [newPhone()], text }, idempotency: withoutIdempotency }),
    )
  }
  const waiting: Promise<string>[] = []
  const lock = await server.owner.connect()
  try {
    await lock.query('begin')
    await lock.query('select from advisor where id = $1 for no key update', [anna.advisorId])
    // Each in a batch of its own: as many as may stall, and more.
    for (let count = 0; count < 8; count += 1) {
      waiting.push(send(anna.advisorId))
      await sleep(120)
    }
    const late = sleep(5_000).then(() => 'waits')
    expect(await Promise.race([send(other.advisorId), late])).toBe('done')
    await lock.query('commit')
  } finally {
    lock.release()
  }
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['done']))
})

it('a second handover says that the texts are still on hold', async () => {
  await acceptTexts(server.database, anna, await createMembers(server.database, anna, 1))
  expect(await book.handOver(bert.id)).toMatchObject({ isHeld: true })
  expect(await book.handOver(anna.advisorId)).toMatchObject({ isHeld: true })
  expect(await book.entriesOf('sending.held')).toHaveLength(1)
})

it('the texts of an account that was closed are held, whatever was chosen', async () => {
  await acceptTexts(server.database, anna, await createMembers(server.database, anna, 1))
  await changeAdvisor(server.database, anna.advisorId, { active: false })
  expect(await book.handOver(bert.id, { texts: 'keep' })).toMatchObject({ isHeld: true })
})
