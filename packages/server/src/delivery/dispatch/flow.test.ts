// How texts flow: in order, at their pace, only while the link is up, and immediately when idle.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
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
import { useTestDatabase } from '../../../test/database/database.ts'
import { watchStolenTime } from '../../../test/processes/stolen-time.ts'
import { createPool } from '../../platform/db/pool.ts'

const { database, owner, url } = await useTestDatabase()
const { dispatch, stopAll, lines } = dispatchers(database)
const other = createPool({ url, size: 4, applicationName: 'test', connectTimeoutMs: 30_000 })

afterEach(async () => {
  await stopAll()
  await expectOneStory(database)
  lines.length = 0
})
afterAll(() => other.end())

const isEmpty = async (): Promise<boolean> => (await outboxSize(database)) === 0

/** Makes retries due now. */
const hurry = (): Promise<unknown> =>
  database.query('update outbox set due_at = now() where lease_until is null and due_at > now()')

it('a number returned to its advisor sends its waiting texts, even if another had it meanwhile', async () => {
  const [former, holder] = [await createSender(database), await createSender(database)]
  const { number } = former
  const leave = (advisorId: number): Promise<unknown> =>
    database.query('update texting_number set active = false where advisor_id = $1 and number = $2', [
      advisorId,
      number,
    ])
  await acceptTexts(database, former, await createMembers(database, former, 1), { text: 'first' })
  await leave(former.advisorId)
  const given = { advisorId: holder.advisorId, number }
  await database.query('insert into texting_number (advisor_id, number) values ($1, $2)', [
    holder.advisorId,
    number,
  ])
  await acceptTexts(database, given, await createMembers(database, holder, 1), { text: 'second' })
  const carrier = createScriptedCarrier()
  dispatch({ carrier })
  await eventually('the current owner’s text is sent', () => carrier.written.length === 1)
  await leave(holder.advisorId)
  await database.query('update texting_number set active = true where advisor_id = $1', [former.advisorId])
  await eventually('the other is sent', isEmpty)
  expect(carrier.written.map(({ text }) => text)).toEqual(['second', 'first'])
})

describe('order', () => {
  it('a recipient gets texts in accepted order, across retries and two workers', async () => {
    const senders = await Promise.all([1, 2, 3, 4].map(() => createSender(database)))
    const carrier = createScriptedCarrier({
      delayMs: 2,
      // Two thirds of the texts fail at first, in one way or another.
      answer: ({ reference }, time) => {
        if (time > 2) return 'accepted'
        return (
          (['accepted', 'rejected', 'throttled'] as const)[((Number(reference) / 1_024 + time) % 3) | 0] ??
          'accepted'
        )
      },
    })
    dispatch({ carrier })
    dispatch({ carrier, database: other })
    await Promise.all(
      senders.map(async sender => {
        const members = await createMembers(database, sender, 5)
        for (let round = 0; round < 8; round += 1) await acceptTexts(database, sender, members)
      }),
    )
    await eventually('all are sent', async () => {
      await hurry()
      return isEmpty()
    })
    expect(carrier.taken.size).toBe(4 * 5 * 8)
    expect([...carrier.taken.values()].every(count => count === 1)).toBe(true)
    // A text that was refused temporarily is written again before the next one is written for the first time.
    const lastOf = new Map<string, number>()
    for (const { from, to, reference } of carrier.written) {
      const recipient = `${from} ${to}`
      expect(Number(reference)).toBeGreaterThanOrEqual(lastOf.get(recipient) ?? 0)
      lastOf.set(recipient, Number(reference))
    }
  })

  it('one recipient’s long queue does not delay others on the number, and moves without waiting for sweeps', async () => {
    const sender = await createSender(database)
    const [talkative = 0, ...others] = await createMembers(database, sender, 21)
    await acceptTexts(
      database,
      sender,
      Array.from({ length: 50 }, () => talkative),
    )
    await acceptTexts(database, sender, others)
    const carrier = createScriptedCarrier()
    const began = performance.now()
    dispatch({ carrier })
    await eventually('all are sent', isEmpty)
    // Of the 50, only those go first that fit into two claims of the lane.
    expect(carrier.written.slice(0, 30).map(({ to }) => to)).toContain('+13000000021')
    // One for each sweep would take half a minute.
    expect(performance.now() - began).toBeLessThan(20_000)
  })
})

describe('pace', () => {
  it('a number keeps its pace, with a second’s burst after a pause, with any number of workers', async () => {
    const textsPerSecond = 40
    const sender = await createSender(database, { textsPerSecond })
    await acceptTexts(database, sender, await createMembers(database, sender, 160))
    const carrier = createScriptedCarrier()
    dispatch({ carrier })
    dispatch({ carrier, database: other })
    await eventually('all are sent', isEmpty)
    const times = carrier.written.map(({ atMs }) => atMs)
    // GCRA: in every interval, at most rate times length plus the burst, with an allowance for a machine that
    // stalls between claim and carrier.
    for (const [index, from] of times.entries()) {
      for (const [further, to] of times.slice(index).entries()) {
        expect(further + 1).toBeLessThanOrEqual(
          textsPerSecond + ((to - from + 1_000) / 1_000) * textsPerSecond,
        )
      }
    }
    const tookMs = (times.at(-1) ?? 0) - (times[0] ?? 0)
    expect(tookMs).toBeGreaterThan(2_900)
    expect(tookMs).toBeLessThan(30_000)
  })

  it('a slow number delays no other', async () => {
    const slow = await createSender(database, { textsPerSecond: 0.05 })
    const fast = await createSender(database)
    const waiting = await acceptTexts(database, slow, await createMembers(database, slow, 3))
    const carrier = createScriptedCarrier()
    dispatch({ carrier })
    await eventually('the first is sent', () => carrier.written.length >= 1)
    const ids = await acceptTexts(database, fast, await createMembers(database, fast, 50))
    const writtenFrom = (number: string): number =>
      carrier.written.filter(({ from }) => from === number).length
    await eventually('the fast number is done', () => writtenFrom(fast.number) === 50)
    // Its third text is due after 40 s.
    expect(writtenFrom(slow.number)).toBeLessThan(3)
    expect((await readTexts(database, ids)).length).toBe(50)
    await database.query('update lane set texts_per_second = 1000, next_at = now() where number = $1', [
      slow.number,
    ])
    await eventually('the slow number is done', isEmpty)
    expect(await readTexts(database, waiting)).toMatchObject(waiting.map(() => ({ status: 'submitted' })))
  })
})

describe('a link that is down', () => {
  it('pauses everything, uses no attempt and is logged once; texts are sent when it is back', async () => {
    const sender = await createSender(database)
    const ids = await acceptTexts(database, sender, await createMembers(database, sender, 3))
    const carrier = createScriptedCarrier({ canLookUp: true })
    carrier.link = 'down'
    dispatch({ carrier })
    await sleep(700)
    expect(await readTexts(database, ids)).toMatchObject(ids.map(() => ({ attempts: 0, isLeased: false })))
    expect(carrier.written).toEqual([])
    carrier.link = 'up'
    await eventually('they are sent', isEmpty)
    expect(lines.map(({ message }) => message)).toEqual([
      'carrier link down, texts are waiting',
      'carrier link up',
    ])
  })

  it('in the middle of a batch: the rest waits without using an attempt', async () => {
    const sender = await createSender(database)
    const ids = await acceptTexts(database, sender, await createMembers(database, sender, 20))
    const carrier = createScriptedCarrier({
      answer: () => {
        if (carrier.written.length === 10) carrier.link = 'down'
        return 'accepted'
      },
    })
    dispatch({ carrier })
    await eventually('ten are recorded', async () => (await outboxSize(database)) === 10)
    await eventually('the others wait', async () =>
      (await readTexts(database, ids.slice(10))).every(
        ({ attempts, isLeased }) => attempts === 0 && !isLeased,
      ),
    )
    carrier.link = 'up'
    await eventually('they are sent', isEmpty)
    expect([...carrier.taken.values()]).toEqual(ids.map(() => 1))
  })
})

describe('an idle service', () => {
  it('hands a text over within 100 ms of its commit', async () => {
    const sender = await createSender(database)
    const members = await createMembers(database, sender, 50)
    const carrier = createScriptedCarrier()
    dispatch({ carrier })
    await acceptTexts(database, sender, members.slice(0, 1)) // warm-up
    await eventually('the first is sent', isEmpty)
    const slowness = watchStolenTime()
    const waits: number[] = []
    for (const member of members) {
      await sleep(Math.random() * 30)
      const before = carrier.written.length
      await acceptTexts(database, sender, [member])
      const committedMs = performance.now()
      await eventually('it is sent', () => carrier.written.length > before)
      waits.push((carrier.written.at(-1)?.atMs ?? 0) - committedMs)
    }
    const sorted = waits.toSorted((one, two) => one - two)
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0
    // 15 ms on a quiet machine, and half a second if texts had to wait for a sweep.
    expect(median).toBeLessThan(100 * slowness())
    await eventually('all are recorded', isEmpty)
    process.stdout.write(
      `commit to carrier: p50 ${median.toFixed(1)} ms, max ${sorted.at(-1)?.toFixed(1)} ms\n`,
    )
  })

  it('a lane is created with its first text', async () => {
    const sender = await createSender(database)
    await owner.query('delete from lane where number = $1', [sender.number])
    const carrier = createScriptedCarrier()
    dispatch({ carrier })
    await acceptTexts(database, sender, await createMembers(database, sender, 1))
    await eventually('it is sent', isEmpty)
    expect(carrier.written).toHaveLength(1)
  })
})

describe('stopping', () => {
  it('finishes what is in flight and claims nothing new', async () => {
    const sender = await createSender(database)
    await acceptTexts(database, sender, await createMembers(database, sender, 5))
    const carrier = createScriptedCarrier({ delayMs: 300 })
    const dispatcher = dispatch({ carrier })
    await eventually('all are in flight', async () => {
      const { rows } = await owner.query('select from outbox where claim_id is null')
      return rows.length === 0
    })
    await dispatcher.stop()
    await dispatcher.ended
    expect(carrier.written).toHaveLength(5)
    expect(await isEmpty()).toBe(true)
    await acceptTexts(database, sender, await createMembers(database, sender, 1))
    await sleep(200)
    expect(carrier.written).toHaveLength(5)
    dispatch({ carrier })
    await eventually('a later worker sends it', isEmpty)
  })
})
