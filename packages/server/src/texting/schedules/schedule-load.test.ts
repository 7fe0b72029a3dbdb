// How long many schedules due at once take, and how that affects ordinary sends. Results depend on the machine, so this
// runs on demand only: PARLEY_TEST_LOAD=50000 npx vitest run
// packages/server/src/texting/schedules/schedule-load.test.ts
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Scheduling, startScheduling } from '../../../test/servers/scheduling.ts'
import { newPhone } from '../../../test/servers/texting-server.ts'

const count = Number(process.env['PARLEY_TEST_LOAD'] ?? 0)
const advisors = 50
const sendsPerSecond = 100
const minutes = 20 * 60_000

let scheduling: Scheduling
beforeAll(async () => {
  scheduling = await startScheduling({ connections: 12 })
})
afterAll(() => scheduling.server.close())

const percentile = (values: readonly number[], share: number): number =>
  Math.round(values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN)

it.runIf(count > 0)(
  `${count} schedules due in the same minute, alongside ${sendsPerSecond} ordinary sends a second`,
  async () => {
    const clients = await Promise.all(
      Array.from({ length: advisors }, () => scheduling.server.welcome({ isConsentRequired: false })),
    )
    const ids: number[] = []
    for (let round = 0; ids.length < count; round += 1) {
      const client = clients[round % advisors] as (typeof clients)[number]
      const phones = Array.from({ length: 100 }, newPhone)
      ids.push(...(await scheduling.schedule(client, { phones, frequency: round % 7 })))
    }
    const sender = await scheduling.server.welcome({ isConsentRequired: false })
    const latencies: { readonly at: number; readonly ms: number }[] = []
    const state = { isOver: false }
    const sending = (async () => {
      const waiting: Promise<void>[] = []
      for (let next = performance.now(); !state.isOver; next += 1_000 / sendsPerSecond) {
        await sleep(Math.max(0, next - performance.now()))
        const at = next
        const answer = sender.send({ phone: newPhone(), text: 'Ordinary' })
        waiting.push(
          (async () => {
            expect((await answer).status).toBe(200)
            latencies.push({ at, ms: performance.now() - at })
          })(),
        )
      }
      await Promise.all(waiting)
    })()
    const program = fileURLToPath(new URL('../../../test/processes/run-scheduler.ts', import.meta.url))
    const worker = fork(program, [scheduling.server.databaseUrl], { execArgv: [] })
    await once(worker, 'message')
    await sleep(10_000)
    // Spread over the past minute: all of them are due now.
    await scheduling.server.owner.query(
      `update schedule set next_at = moved.next_at, starts_at = starts_at - (schedule.next_at - moved.next_at)
       from (select id, (now() - make_interval(secs => 60 * random()))::timestamptz(3) as next_at from schedule) as moved
       where moved.id = schedule.id`,
    )
    const began = performance.now()
    const unfired = async (): Promise<number> => {
      const { rows } = await scheduling.server.database.query<{ left: number }>(
        'select count(*)::integer as left from schedule where occurrence = 0',
      )
      return rows[0]?.left ?? 0
    }
    while ((await unfired()) > 0) await sleep(200)
    const ended = performance.now()
    await sleep(2_000)
    state.isOver = true
    await sending
    worker.disconnect()
    await once(worker, 'exit')
    const of = (from: number, to: number): number[] =>
      latencies.filter(({ at }) => at >= from && at < to).map(({ ms }) => ms)
    const [alone, beside] = [of(began - 10_000, began - 2_000), of(began, ended)]
    writeSync(
      1,
      `${JSON.stringify({
        schedules: ids.length,
        seconds: (ended - began) / 1_000,
        p50: { alone: percentile(alone, 0.5), beside: percentile(beside, 0.5) },
        p99: { alone: percentile(alone, 0.99), beside: percentile(beside, 0.99) },
        sends: beside.length,
      })}\n`,
    )
    const [sum] = await scheduling.rows(
      `select count(*)::integer as firings, count(distinct (schedule_id, occurrence))::integer as different,
         count(message_id)::integer as texts from schedule_firing`,
    )
    expect(sum).toEqual({ firings: ids.length, different: ids.length, texts: ids.length })
  },
  minutes,
)
