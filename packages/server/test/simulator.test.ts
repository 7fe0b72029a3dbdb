// parley simulator as a separate process: killed, stopped, frozen, restarted.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Carrier, OutgoingText, Submission } from '../src/carriers/carrier.ts'
import { createRemoteSimulator } from '../src/simulator/remote.ts'
import { useTestDatabase } from './database/database.ts'
import { freePort } from './processes/free-port.ts'
import { parley } from './processes/process.ts'

const { database, url } = await useTestDatabase()

const never = Number.POSITIVE_INFINITY
const onFailure = (): void => {}

async function start(port: number): Promise<ReturnType<typeof parley>> {
  const simulator = parley(['simulator'], { DATABASE_URL: url, SIMULATOR_PORT: String(port) })
  await simulator.printed(/Simulator listening at tcp:\/\/127\.0\.0\.1:\d+/)
  return simulator
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5)
}

const batch = (count: number): OutgoingText[] =>
  Array.from({ length: count }, () => ({
    reference: randomUUID(),
    from: '+12025550101',
    to: '+12025550123',
    text: 'Good morning',
  }))

/** Submits continuously and records the result of each text. */
function stream(carrier: Carrier) {
  const seen = new Map<string, Submission>()
  const state = { isEnding: false }
  const run = async (): Promise<void> => {
    while (!state.isEnding) {
      const texts = batch(20)
      const answers = await carrier.submit(texts, never)
      expect(answers).toHaveLength(texts.length)
      texts.forEach(({ reference }, index) => seen.set(reference, answers[index] ?? { status: 'unsent' }))
      await sleep(carrier.link === 'up' ? 1 : 200)
    }
  }
  const runs = Array.from({ length: 8 }, run)
  return {
    seen,
    accepted: () => [...seen.values()].filter(({ status }) => status === 'accepted').length,
    end: async () => {
      state.isEnding = true
      await Promise.all(runs)
    },
  }
}

describe('parley simulator', () => {
  it('can be killed at any moment: every result was correct, and so is every later lookup', async () => {
    const port = await freePort()
    const carrier = createRemoteSimulator({
      url: `tcp://127.0.0.1:${port}`,
      onFailure,
      answerTimeoutMs: 2_000,
    })
    const submitting = stream(carrier)
    for (let kill = 0; kill < 5; kill += 1) {
      const simulator = await start(port)
      await until(() => carrier.link === 'up')
      const before = submitting.accepted()
      await until(() => submitting.accepted() > before + 200)
      await sleep(20 + 10 * kill)
      simulator.child.kill('SIGKILL')
      await simulator.exited()
      await until(() => carrier.link === 'down')
    }
    const last = await start(port)
    await until(() => carrier.link === 'up')
    await submitting.end()
    const { seen } = submitting
    const references = [...seen.keys()]
    const found = (await carrier.lookUp?.(references)) ?? []
    const { rows } = await database.query<{ reference: string }>('select reference from simulator_text')
    const taken = new Set(rows.map(({ reference }) => reference))
    const counts = { accepted: 0, unknown: 0, unsent: 0, 'unknown and taken': 0 }
    references.forEach((reference, index) => {
      const { status } = seen.get(reference) ?? { status: 'throttled' }
      expect(['accepted', 'unknown', 'unsent']).toContain(status)
      expect(found[index]?.status).toBe(taken.has(reference) ? 'taken' : 'not taken')
      if (status !== 'unknown') expect(taken.has(reference)).toBe(status === 'accepted')
      else if (taken.has(reference)) counts['unknown and taken'] += 1
      counts[status as 'accepted'] += 1
    })
    process.stdout.write(`killed 5 times: ${JSON.stringify(counts)}\n`)
    expect(counts.accepted).toBeGreaterThan(1_000)
    expect(counts.unknown).toBeGreaterThan(0)
    expect(counts.unsent).toBeGreaterThan(0)
    await carrier.close()
    last.child.kill('SIGTERM')
    expect(await last.exited()).toBe(0)
  })

  it('if frozen, texts get no response and the link goes down; it comes back when resumed', async () => {
    const port = await freePort()
    const simulator = await start(port)
    const carrier = createRemoteSimulator({
      url: `tcp://127.0.0.1:${port}`,
      onFailure,
      answerTimeoutMs: 300,
      heartbeatMs: 500,
    })
    await until(() => carrier.link === 'up')
    simulator.child.kill('SIGSTOP')
    const [text] = batch(1)
    if (!text) throw new Error('no text')
    expect(await carrier.submit([text], never)).toEqual([{ status: 'unknown' }])
    await until(() => carrier.link === 'down')
    expect(await carrier.submit([text], never)).toEqual([{ status: 'unsent' }])
    simulator.child.kill('SIGCONT')
    await until(() => carrier.link === 'up')
    expect((await carrier.submit([text], never))[0]?.status).toBe('accepted')
    await carrier.close()
    simulator.child.kill('SIGTERM')
    expect(await simulator.exited()).toBe(0)
  })

  it('finishes texts in progress on SIGTERM and exits with 0', async () => {
    const port = await freePort()
    const simulator = await start(port)
    const carrier = createRemoteSimulator({ url: `tcp://127.0.0.1:${port}`, onFailure })
    await until(() => carrier.link === 'up')
    const texts = batch(400)
    // While another transaction holds one of the references, the simulator waits in the database.
    const holder = await database.connect()
    await holder.query('begin')
    await holder.query(
      `insert into simulator_text (phone, number, reference, text) values ('+1', '+2', $1, 'x')`,
      [texts[7]?.reference],
    )
    const answering = carrier.submit(texts, never)
    await sleep(200)
    simulator.child.kill('SIGTERM')
    await simulator.printed(/"msg":"stopping"/)
    await sleep(100)
    await holder.query('rollback')
    holder.release()
    expect(await simulator.exited()).toBe(0)
    for (const { status } of await answering) expect(status).toBe('accepted')
    expect(simulator.output()).toContain('"msg":"stopped"')
    await carrier.close()
  })

  it('refuses to run in production, with a one-sentence error', async () => {
    const simulator = parley(['simulator'], { DATABASE_URL: url, PARLEY_ENVIRONMENT: 'production' })
    expect(await simulator.exited()).toBe(1)
    expect(simulator.output()).toContain('PARLEY_ENVIRONMENT must be sandbox')
  })

  it('writes no text and no number to the log', async () => {
    const port = await freePort()
    const simulator = await start(port)
    const carrier = createRemoteSimulator({ url: `tcp://127.0.0.1:${port}`, onFailure })
    carrier.listen({
      receiveStop: async () => false,
      receiveReceipts: () => Promise.reject(new Error('no')),
      receiveTexts: () => Promise.reject(new Error('no')),
    })
    await until(() => carrier.link === 'up')
    await carrier.submit(
      [{ reference: 'a\0b', from: '+12025550101', to: '+12025559004', text: 'A secret' }],
      never,
    )
    await carrier.submit(
      [{ reference: randomUUID(), from: '+12025550101', to: '+12025559004', text: 'A secret' }],
      never,
    )
    await simulator.printed(/could not deliver/)
    await carrier.close()
    simulator.child.kill('SIGTERM')
    await simulator.exited()
    expect(simulator.output()).not.toMatch(/secret|2025550101|2025559004/)
  })
})
