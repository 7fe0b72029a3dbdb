// Firing against every concurrent change, on real PostgreSQL. PARLEY_TEST_SHARE=1 runs the full number of races.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roundsOf } from '../../../test/rounds-of.ts'
import { type Scheduling, startScheduling } from '../../../test/servers/scheduling.ts'
import { newPhone, type TextingClient } from '../../../test/servers/texting-server.ts'
import { fireSchedules } from './fire-schedules.ts'
import { startScheduler } from './start-scheduler.ts'

let scheduling: Scheduling
let client: TextingClient
beforeAll(async () => {
  scheduling = await startScheduling({ connections: 12 })
  client = await scheduling.server.welcome({ isConsentRequired: false })
})
afterAll(() => scheduling.server.close())

const times = (count: number): number => roundsOf(count, 10, 0.02)
const minutes = 20 * 60_000
const path = '/text/messaging/scheduled-messages'

/** A small random delay, so that each order occurs. */
const soon = (): Promise<void> => sleep(Math.random() * 6)
const fireSome = () => fireSchedules(scheduling.server.database, { limit: 500, except: [] })

/** Distinct: of 20,000 random numbers, two are the same in one run of forty, and that person gets two texts. */
let phonesTaken = 0
const nextPhone = (): string => `+1${3_000_000_000 + (phonesTaken += 1)}`

/** Creates due schedules. */
async function manyDue(count: number, frequency: number): Promise<number[]> {
  const ids: number[] = []
  while (ids.length < count) {
    const phones = Array.from({ length: Math.min(100, count - ids.length) }, nextPhone)
    ids.push(...(await scheduling.schedule(client, { phones, frequency, text: `Due of ${count}` })))
  }
  await scheduling.setDue(ids)
  return ids
}

/** Schedules of $2 with the ids $1. By the key, because any($1) compares every row with every id. */
const given =
  '(unnest($1::bigint[]) as given (id) join schedule on advisor_id = $2 and schedule.id = given.id)'

/** Counts the ways in which these schedules do not have exactly one firing with its text each. */
const wrongs = async (ids: readonly number[]): Promise<Record<string, unknown> | undefined> => {
  // Autovacuum may be off here. Without statistics the counts below read all texts for each schedule.
  await scheduling.server.owner.query('analyze')
  const [row] = await scheduling.rows(
    `select
       (select count(*) from ${given} where occurrence <> 1) as "notOnce",
       (select count(*) from ${given} where (
          select count(*) from schedule_firing where advisor_id = schedule.advisor_id and schedule_id = schedule.id
        ) <> 1) as "firings",
       (select count(*) from ${given} where (
          select count(*) from message where message.advisor_id = schedule.advisor_id
            and message.member_id = schedule.member_id and direction = 'out'
        ) <> 1) as "texts",
       (select count(*) from unnest($1::bigint[]) as given (id)
          join schedule_firing as firing on firing.advisor_id = $2 and firing.schedule_id = given.id where not exists (
          select from journal_entry where journal_entry.advisor_id = firing.advisor_id and journal_entry.subject_id = firing.message_id
            and kind = 'message.accepted' and (entry->'facts'->'schedule'->>'scheduleId')::bigint = firing.schedule_id
        )) as "unrecorded"`,
    ids,
    client.advisorId,
  )
  return row
}
const nothing = { notOnce: 0, firings: 0, texts: 0, unrecorded: 0 }

const left = async (ids: readonly number[]): Promise<number> => {
  const [row] = await scheduling.rows(
    `select count(*)::integer as left from ${given} where occurrence = 0`,
    ids,
    client.advisorId,
  )
  return Number(row?.['left'])
}

describe('concurrent schedulers', () => {
  it.each([
    ['once', 0],
    ['recurring', 4],
  ])(
    'fire each exactly once: %s',
    async (_, frequency) => {
      const ids = await manyDue(times(20_000), frequency)
      const failures: unknown[] = []
      const schedulers = Array.from({ length: 3 }, () =>
        startScheduler(scheduling.server.database, error => failures.push(error)),
      )
      while ((await left(ids)) > 0) await sleep(50)
      await Promise.all(schedulers.map(each => each.stop()))
      expect(failures).toEqual([])
      expect(await wrongs(ids)).toEqual(nothing)
    },
    minutes,
  )

  it('fire each exactly once, also one by one', async () => {
    const ids = await manyDue(60, 1)
    const one = () => fireSchedules(scheduling.server.database, { limit: 1, except: [] })
    while ((await left(ids)) > 0) await Promise.all([one(), one(), one(), one()])
    expect(await wrongs(ids)).toEqual(nothing)
  })
})

describe('a killed worker', () => {
  const start = async (): Promise<ChildProcess> => {
    const program = fileURLToPath(new URL('../../../test/processes/run-scheduler.ts', import.meta.url))
    const child = fork(program, [scheduling.server.databaseUrl], { execArgv: [] })
    await once(child, 'message')
    return child
  }

  /** Slows each batch down, so that a kill soon after the first batch hits the set midway on any machine. */
  const slowDown = `
    create function pause() returns trigger language plpgsql as $$ begin perform pg_sleep(0.15); return null; end $$;
    create trigger pause after insert on schedule_firing for each statement execute function pause()`
  beforeAll(() => scheduling.server.owner.query(slowDown))
  afterAll(() => scheduling.server.owner.query('drop trigger pause on schedule_firing'))

  const kills = roundsOf(20, 3, 0.02)
  it(
    `with -9 while firing, ${kills} times: each fires exactly once`,
    async () => {
      const setSize = roundsOf(50_000, 4_000, 0.02)
      const ids: number[] = []
      for (let midway = 0, tries = 0; midway < kills; tries += 1) {
        expect(tries, 'tries to meet a set in progress').toBeLessThan(3 * kills)
        if ((await left(ids)) < setSize / 2) ids.push(...(await manyDue(setSize, 1)))
        const before = await left(ids)
        const child = await start()
        for (let now = before; now === before; now = await left(ids)) await sleep(5)
        await sleep(Math.random() * 60)
        child.kill('SIGKILL')
        await once(child, 'exit')
        if ((await left(ids)) > 0) midway += 1
      }
      const last = await start()
      while ((await left(ids)) > 0) await sleep(50)
      last.disconnect()
      await once(last, 'exit')
      expect(await wrongs(ids)).toEqual(nothing)
    },
    minutes,
  )
})

describe('an edit, a cancellation or an opt-out during firing', () => {
  /** Runs a race until both orders have occurred, and at least the given number of times. */
  async function race(count: number, run: () => Promise<'first' | 'second'>): Promise<void> {
    const seen = { first: 0, second: 0 }
    for (
      let index = 0;
      index < count || (index < 500 && Math.min(seen.first, seen.second) === 0);
      index += 1
    ) {
      seen[await run()] += 1
    }
    expect(Math.min(seen.first, seen.second)).toBeGreaterThan(0)
  }

  const due = async (frequency: number) => {
    const phone = newPhone()
    const [id] = await scheduling.schedule(client, { phones: [phone], frequency, text: 'Old' })
    await scheduling.setDue([id])
    const texts = async () =>
      (await scheduling.rows('select text from message where phone = $1', phone)).map(({ text }) => text)
    return { id: id as number, phone, texts, read: () => scheduling.read(client, id) }
  }

  /** Fires while the other operation runs, and then whatever that one held back. */
  async function against<Answer>(other: () => Promise<Answer>): Promise<Answer> {
    const [answer] = await Promise.all([soon().then(other), soon().then(fireSome)])
    await scheduling.fireAll()
    return answer
  }

  it(
    `an edit of a one-time schedule: it is sent as edited, or has ended; ${times(500)} times`,
    () =>
      race(times(500), async () => {
        const { id, texts, read } = await due(0)
        const { status } = await against(() => client.call('PUT', `${path}/${id}`, { text: 'New' }))
        const after = await read()
        expect(after).toMatchObject({ status: 'ended', firings: [{ outcome: 'accepted' }] })
        const isEdited = status === 200
        expect([status, await texts(), after.text]).toEqual(
          isEdited ? [200, ['New'], 'New'] : [400, ['Old'], 'Old'],
        )
        return isEdited ? 'first' : 'second'
      }),
    minutes,
  )

  it(
    `an edit of a recurring schedule: it is sent before or after, once; ${times(500)} times`,
    () =>
      race(times(500), async () => {
        const { id, texts, read } = await due(1)
        const { status } = await against(() => client.call('PUT', `${path}/${id}`, { text: 'New' }))
        expect(status).toBe(200)
        expect(await read()).toMatchObject({
          status: 'active',
          text: 'New',
          firings: [{ outcome: 'accepted' }],
        })
        const [text, ...more] = await texts()
        expect(more).toEqual([])
        expect(text).toBeOneOf(['Old', 'New'])
        return text === 'New' ? 'first' : 'second'
      }),
    minutes,
  )

  it(
    `a new date: it moves before it fires, or fires and then moves; ${times(500)} times`,
    () =>
      race(times(500), async () => {
        const { id, texts, read } = await due(2)
        const deliveryDate = Date.now() + 3_600_000
        const { status } = await against(() => client.call('PUT', `${path}/${id}`, { deliveryDate }))
        expect(status).toBe(200)
        const after = await read()
        expect(after).toMatchObject({ status: 'active', deliveryDate, nextDeliveryDate: deliveryDate })
        expect(await texts()).toHaveLength(after.firings.length)
        expect(after.firings.length).toBeLessThan(2)
        return after.firings.length === 0 ? 'first' : 'second'
      }),
    minutes,
  )

  it(
    `a cancellation of a one-time schedule: it is not sent, or the caller learns that it was; ${times(500)} times`,
    () =>
      race(times(500), async () => {
        const { id, texts, read } = await due(0)
        const { status } = await against(() => client.call('DELETE', `${path}/${id}`))
        const after = await read()
        const isCancelled = status === 204
        expect([status, after.status, await texts()]).toEqual(
          isCancelled ? [204, 'cancelled', []] : [400, 'ended', ['Old']],
        )
        return isCancelled ? 'first' : 'second'
      }),
    minutes,
  )

  it(
    `a cancellation of a recurring schedule: it is sent once or never; ${times(500)} times`,
    () =>
      race(times(500), async () => {
        const { id, texts, read } = await due(1)
        const { status } = await against(() => client.call('DELETE', `${path}/${id}`))
        const after = await read()
        expect([status, after.status]).toEqual([204, 'cancelled'])
        expect(await texts()).toHaveLength(after.firings.length)
        expect(after.firings.length).toBeLessThan(2)
        return after.firings.length === 0 ? 'first' : 'second'
      }),
    minutes,
  )

  it(
    `a STOP: nothing is sent after it; ${times(500)} times`,
    () =>
      race(times(500), async () => {
        const { phone, read } = await due(1)
        await against(() => client.reply(phone, 'STOP'))
        const after = await read()
        const late = await scheduling.rows(
          `select message.id from message
           join consent_event as stop on stop.advisor_id = message.advisor_id and stop.member_id = message.member_id
           where message.phone = $1 and message.kind = 'text' and message.direction = 'out'
             and stop.event = 'revoked' and message.consent_version >= stop.version`,
          phone,
        )
        expect(late).toEqual([])
        const isStopped = after.status === 'ended'
        expect(after.firings).toMatchObject([
          isStopped ? { outcome: 'refused', code: 'opted_out' } : { outcome: 'accepted' },
        ])
        return isStopped ? 'first' : 'second'
      }),
    minutes,
  )
})
