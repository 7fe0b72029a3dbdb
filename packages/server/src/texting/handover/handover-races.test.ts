// A book changes hands again and again while texts are sent, scheduled texts fire and clients opt out. `npm run test:handover` runs it
// with 100,000 texts.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '@parley/evidence'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dispatchers } from '../../../test/carriers/dispatchers.ts'
import { createScriptedCarrier } from '../../../test/carriers/scripted-carrier.ts'
import { eventually, expectOneStory } from '../../../test/carriers/texting.ts'
import { claimedAfterStop, keepCommitLog } from '../../../test/database/commit-log.ts'
import { addColleague } from '../../../test/people/book.ts'
import { newPhone, startTexting, type TextingServer } from '../../../test/servers/texting-server.ts'
import { judgeAccount } from '../../../test/witness/judge-account.ts'
import { releaseSending } from '../../delivery/holds/release-sending.ts'
import * as journal from '../../journal/index.ts'
import { createPool, type Database } from '../../platform/db/pool.ts'
import { createLogger } from '../../platform/telemetry/logger.ts'
import { runSealer } from '../../sealing/index.ts'
import { editSchedule } from '../schedules/edit-schedule.ts'
import { fireSchedules } from '../schedules/fire-schedules.ts'
import { handOverBook } from './hand-over-book.ts'
import { defaultNotice } from './render-notice.ts'
import { tellClients } from './tell-clients.ts'

const messages = Number(process.env['HANDOVER_MESSAGES'] ?? 2_000)
const clients = messages / 10
const schedules = messages / 20
const handovers = Math.max(12, messages / 1_000)
const minutes = 60_000
const folder = await mkdtemp(join(tmpdir(), 'parley-handover-'))
const place = {
  origin: 'handover.test/log',
  directory: join(folder, 'published'),
  keyFile: join(folder, 'key'),
  policyFile: undefined,
}
let server: TextingServer
let pool: Database
const closers: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  server = await startTexting({ connections: 12 })
  pool = createPool({ url: server.databaseUrl, size: 12, applicationName: 'test', connectTimeoutMs: 20_000 })
  const sealer = runSealer({ database: server.sealer, log: createLogger('silent'), place })
  closers.push(
    () => sealer.stop(),
    () => pool.end(),
    () => server.close(),
  )
  await keepCommitLog(server.owner)
})
afterAll(async () => {
  for (const close of closers) await close()
  await rm(folder, { recursive: true })
}, minutes)

const numberOf = async (sql: string, ...values: unknown[]): Promise<number> =>
  Number((await server.owner.query<{ n: number }>(sql, values)).rows[0]?.n)

const judge = (request: { advisorId: number; phone: string | null }): Promise<Report> =>
  judgeAccount(server.database, { ...request, directory: place.directory })

/** Without a witness nobody else says when the chain ended. */
const proven = { intact: 'proven', authentic: 'proven', complete: 'not shown' }
const outcomesOf = ({ verdicts }: Report) =>
  Object.fromEntries(verdicts.map(({ name, outcome }) => [name, outcome]))

it(`no text of ${messages} is lost or sent after a STOP, and consent is still proved`, {
  timeout: 60 * minutes,
}, async () => {
  const client = await server.welcome({ isAllowedByFirm: true })
  const { advisorId, firmId, number } = client
  const holders = [advisorId]
  for (const name of ['Bert Cole', 'Cleo Dahl']) holders.push(await addColleague(pool, firmId, name))
  await pool.query('insert into lane (advisor_id, number, texts_per_second) values ($1, $2, 100000)', [
    advisorId,
    number,
  ])

  // Every client agrees by their own words, before the first handover.
  const phones = Array.from({ length: clients }, newPhone)
  const inBatches = (size: number): string[][] =>
    Array.from({ length: Math.ceil(phones.length / size) }, (_, index) =>
      phones.slice(index * size, (index + 1) * size),
    )
  for (const batch of inBatches(100)) {
    const { body } = await client.ask(batch)
    expect(body.successes).toHaveLength(batch.length)
    await Promise.all(batch.map(phone => client.reply(phone, 'YES')))
  }
  const scheduled: number[] = []
  while (scheduled.length < schedules) {
    const phoneNumbers = phones.slice(scheduled.length, scheduled.length + 100).slice(0, schedules)
    const { body } = await client.send({
      phoneNumbers,
      text: 'Scheduled',
      scheduleDelivery: true,
      deliveryDate: Date.now() + 86_400_000,
    })
    scheduled.push(...body.successes.map(({ scheduleId }) => scheduleId))
  }

  const carrier = createScriptedCarrier()
  const { dispatch, stopAll } = dispatchers(pool)
  dispatch({ carrier })
  const accepted = new Set<number>()
  const counts = { refused: 0, stops: 0, replies: 0, handovers: 0, held: 0, notices: 0, told: 0 }
  const run = { isOver: false }
  const until = async (act: () => Promise<unknown>): Promise<void> => {
    while (!run.isOver) await act()
  }

  const sendBatch = async (): Promise<void> => {
    const at = Math.floor(Math.random() * phones.length)
    const phoneNumbers = phones.slice(at, at + 50)
    const { status, body } = await client.send({ phoneNumbers, text: 'Your review is on Tuesday.' })
    expect(status).toBe(200)
    for (const { messageId } of body.successes) accepted.add(messageId)
    counts.refused += body.failureDetails?.length ?? 0
    expect(body.successes.length + (body.failureDetails?.length ?? 0)).toBe(phoneNumbers.length)
  }
  const stopping = phones.filter((_, index) => index % 3 === 0)
  const stopsPerText = stopping.length / messages
  const stopSome = async (): Promise<void> => {
    // In step with the sends, to the end.
    const phone = counts.stops < accepted.size * stopsPerText ? stopping[counts.stops] : undefined
    if (phone === undefined) return sleep(1)
    counts.stops += 1
    await client.reply(phone, 'STOP')
  }
  const replySome = async (): Promise<void> => {
    const phone = phones[counts.replies % phones.length] ?? ''
    counts.replies += 1
    await client.reply(phone, 'Thank you')
    await sleep(2)
  }
  let madeDue = 0
  const fireSome = async (): Promise<void> => {
    const share = Math.min(1, accepted.size / messages)
    const due = scheduled.slice(madeDue, Math.floor(scheduled.length * share))
    madeDue += due.length
    await server.owner.query('update schedule set next_at = now() where id = any ($1) and status = $2', [
      due,
      'active',
    ])
    if ((await fireSchedules(pool, { limit: 50, except: [] })) === 0) await sleep(2)
  }
  const releaseAll = async (): Promise<void> => {
    const subject = { kind: 'advisor', id: advisorId, name: 'An advisor' } as const
    await releaseSending(pool, subject, { actor: { kind: 'operator', name: 'sam' } }).catch(
      (error: { code?: string }) => {
        if (error.code !== 'conflict') throw error
      },
    )
    const { rows } = await pool.query<{ id: number }>(
      `select id from schedule where advisor_id = $1 and status = 'held' order by id`,
      [advisorId],
    )
    const author = { advisorId, actor: journal.setup, traceId: null }
    const startsAt = new Date(Date.now() + 86_400_000)
    for (const { id } of rows) await editSchedule(pool, author, id, { isReleased: true, startsAt })
    const ids = new Set(rows.map(({ id }) => id))
    await server.owner.query(
      `update schedule set next_at = now() where advisor_id = $1 and id = any ($2) and status = 'active'`,
      [advisorId, scheduled.slice(0, madeDue).filter(id => ids.has(id))],
    )
  }
  const handOver = async (): Promise<void> => {
    counts.handovers += 1
    const personId = holders[counts.handovers % holders.length] ?? 0
    const isHeld = counts.handovers % 4 === 1
    const isTold = counts.handovers === 3
    const { handover } = await handOverBook(
      pool,
      {
        advisorId,
        personId,
        texts: isHeld ? 'hold' : 'keep',
        notice: isTold ? defaultNotice : undefined,
      },
      { actor: { kind: 'operator', name: 'sam' } },
    )
    if (isTold) {
      const { handoverId } = handover
      await tellClients.handle(
        { advisorId, handoverId },
        { database: pool, signal: new AbortController().signal },
      )
      counts.notices += 1
    }
    if (isHeld) {
      counts.held += 1
      await sleep(50)
      await releaseAll()
    }
    await sleep(20)
  }

  const beganAt = performance.now()
  // In step, so that every handover meets texts.
  const isAhead = (): boolean => accepted.size > ((counts.handovers + 1) / handovers) * messages
  const sending = async (): Promise<void> => {
    while (accepted.size < messages && !run.isOver) await (isAhead() ? sleep(1) : sendBatch())
  }
  const others = Promise.all([...[stopSome, stopSome, replySome, fireSome].map(until), until(handOver)])
  await Promise.race([Promise.all([sending(), sending(), sending(), sending()]), others]).finally(
    () => (run.isOver = true),
  )
  await others
  const tookMs = performance.now() - beganAt
  await releaseAll()
  await server.owner.query(
    `update schedule set next_at = now() where advisor_id = $1 and status = 'active'`,
    [advisorId],
  )
  while ((await fireSchedules(pool, { limit: 500, except: [] })) > 0);
  await eventually(
    'the queue is empty',
    async () => (await numberOf('select count(*) as n from outbox')) === 0,
    10 * minutes,
  )
  await stopAll()
  counts.told = await numberOf('select sum(told) as n from handover where advisor_id = $1', advisorId)

  // Nothing lost: what was accepted was submitted or failed because of a STOP, and each has one story.
  await expectOneStory(server.owner)
  const { rows: kept } = await server.owner.query<{ id: number; status: string; reason: string | null }>(
    `select id, status, reason from message_status where advisor_id = $1 and direction = 'out' and kind = 'text'`,
    [advisorId],
  )
  const fired = await numberOf(`select count(*) as n from schedule_firing where outcome = 'accepted'`)
  expect(kept.length).toBe(accepted.size + fired + counts.told)
  const keptIds = new Set(kept.map(({ id }) => id))
  expect([...accepted].filter(id => !keptIds.has(id))).toEqual([])
  const endings = Map.groupBy(kept, ({ status, reason }) => `${status} ${reason ?? ''}`.trim())
  expect(
    [...endings.keys()].filter(ending => ending !== 'submitted' && ending !== 'failed opted_out'),
  ).toEqual([])
  expect(new Set(carrier.written.map(({ reference }) => reference)).size).toBe(carrier.written.length)
  // Each scheduled text fired once, or was refused because of a STOP.
  expect(
    await numberOf(
      `select count(*) as n from schedule_firing where outcome = 'accepted' or code = 'opted_out'`,
    ),
  ).toBe(scheduled.length)

  // Nothing after a STOP: neither accepted nor sent.
  expect(await claimedAfterStop(server.owner)).toEqual([])
  expect(
    await numberOf(
      `select count(*) as n from message
         join consent_event as stop on stop.advisor_id = message.advisor_id and stop.member_id = message.member_id
         where message.advisor_id = $1 and message.kind = 'text' and message.direction = 'out'
           and stop.event = 'revoked' and message.consent_version >= stop.version`,
      advisorId,
    ),
  ).toBe(0)
  expect(await numberOf(`select count(*) as n from commit_log where kind = 'stop'`)).toBe(counts.stops)

  // Handed over as often as it was ordered, on record each time, and held by the last one.
  expect(await numberOf(`select count(*) as n from handover where advisor_id = $1`, advisorId)).toBe(
    counts.handovers,
  )
  expect(
    await numberOf(
      `select count(*) as n from journal_entry where advisor_id = $1 and kind = 'advisor.handed_over'`,
      advisorId,
    ),
  ).toBe(counts.handovers)
  expect(await numberOf('select coalesce(holder_id, id) as n from advisor where id = $1', advisorId)).toBe(
    holders[counts.handovers % holders.length],
  )
  // Otherwise nothing has collided.
  expect(counts.handovers).toBeGreaterThanOrEqual(handovers - 1)
  expect(counts.stops).toBeGreaterThan(clients / 10)

  // A stranger proves the whole account, and the consent of one client from before.
  const exportedAt = performance.now()
  const whole = await judge({ advisorId, phone: null })
  expect(whole.verdicts.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  expect(outcomesOf(whole)).toMatchObject({ ...proven, 'in order': 'proven' })
  const one = await judge({ advisorId, phone: phones[1] ?? '' })
  expect(outcomesOf(one)).toMatchObject(proven)
  if (messages > 2_000) {
    process.stdout.write(
      `${JSON.stringify({
        ...counts,
        accepted: accepted.size,
        fired,
        endings: Object.fromEntries([...endings].map(([ending, texts]) => [ending, texts.length])),
        entries: await numberOf('select count(*) as n from journal_entry where advisor_id = $1', advisorId),
        seconds: Math.round(tookMs / 1_000),
        proofSeconds: Math.round((performance.now() - exportedAt) / 1_000),
      })}\n`,
    )
  }
})
