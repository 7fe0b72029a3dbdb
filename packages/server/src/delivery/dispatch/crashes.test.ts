// Workers killed or paused at any moment: no text reaches the carrier twice, none is lost, and unknown outcomes are
// listed. CRASHES=1000 runs the long version.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
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

const { database, owner, url } = await useTestDatabase()
const program = fileURLToPath(new URL('../../../test/carriers/dispatch-process.ts', import.meta.url))
const crashes = Number(process.env['CRASHES'] ?? 6)
const leaseMs = 2_000

interface Asked {
  readonly id: number
  readonly submit?: string[]
  readonly lookUp?: string[]
  readonly started?: true
  readonly hesitating?: true
}

/** How often the carrier received each reference. */
const taken = new Map<string, number>()
/** Called before the carrier answers; can suppress the answer. */
let onSubmit: (child: ChildProcess) => 'answer' | 'be silent' = () => 'answer'
const children = new Set<ChildProcess>()

const carrier = createServer(socket => {
  const child = [...children].at(-1)
  socket.on('error', () => {})
  const lines = createInterface({ input: socket }).on('error', () => {}) // the peer was killed
  lines.on('line', line => {
    const asked = JSON.parse(line) as Asked
    if (asked.started) child?.emit('started')
    if (asked.hesitating) child?.emit('hesitating')
    const send = (answer: object): boolean => socket.write(`${JSON.stringify({ id: asked.id, answer })}\n`)
    if (asked.lookUp) {
      send(
        asked.lookUp.map(reference =>
          taken.has(reference)
            ? { status: 'taken', carrierMessageId: `c${reference}` }
            : { status: 'not taken' },
        ),
      )
    }
    if (asked.submit) {
      for (const reference of asked.submit) taken.set(reference, (taken.get(reference) ?? 0) + 1)
      if (child && onSubmit(child) === 'be silent') return
      send(asked.submit.map(reference => ({ status: 'accepted', carrierMessageId: `c${reference}` })))
    }
  })
}).listen(0, '127.0.0.1')
await once(carrier, 'listening')
const { port } = carrier.address() as AddressInfo

async function startWorker(canLookUp: boolean, hesitates = false): Promise<ChildProcess> {
  const args = [
    program,
    url,
    String(port),
    String(leaseMs),
    ...[canLookUp, hesitates].map(is => (is ? 'yes' : 'no')),
  ]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  children.add(child)
  child.once('exit', () => children.delete(child))
  await once(child, 'started')
  return child
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

afterEach(async () => {
  onSubmit = () => 'answer'
  await Promise.all([...children].map(child => end(child)))
})
afterAll(async () => {
  carrier.close()
})

const isEmpty = async (): Promise<boolean> => (await outboxSize(database)) === 0

/** Kills workers at random points, repeatedly, and lets the last one finish. */
async function crash(canLookUp: boolean): Promise<number[]> {
  taken.clear()
  const senders = await Promise.all([1, 2, 3].map(() => createSender(database, { textsPerSecond: 200 })))
  const ids: number[] = []
  for (let count = 0; count < crashes; count += 1) {
    const worker = await startWorker(canLookUp)
    const exit = once(worker, 'exit')
    const moment = count % 3
    // Before the answer, after it, or at any time, mostly while claiming or recording.
    onSubmit = child => {
      if (moment === 0) child.kill('SIGKILL')
      else if (moment === 1) setTimeout(() => child.kill('SIGKILL'), Math.random() * 4)
      return moment === 0 ? 'be silent' : 'answer'
    }
    for (const sender of senders) {
      ids.push(...(await acceptTexts(database, sender, await createMembers(database, sender, 10))))
    }
    if (moment === 2) setTimeout(() => worker.kill('SIGKILL'), Math.random() * 60)
    await exit
  }
  onSubmit = () => 'answer'
  await startWorker(canLookUp)
  await eventually('all have ended', isEmpty, leaseMs + 20_000)
  await expectOneStory(database)
  return ids
}

describe('a killed worker', () => {
  const timeout = 60_000 + crashes * 5_000

  it('each text is sent exactly once if the carrier supports lookup', { timeout }, async () => {
    const ids = await crash(true)
    expect((await readTexts(database, ids)).every(({ status }) => status === 'submitted')).toBe(true)
    expect(ids.map(id => taken.get(String(id)))).toEqual(ids.map(() => 1))
  })

  it('each text is sent at most once without lookup, and unknown outcomes are listed', {
    timeout,
  }, async () => {
    const ids = await crash(false)
    const states = await readTexts(database, ids)
    expect(states.every(({ status }) => status === 'submitted' || status === 'unconfirmed')).toBe(true)
    expect([...taken.values()].every(count => count === 1)).toBe(true)
    const lost = ids.filter((id, index) => states[index]?.status === 'submitted' && !taken.has(String(id)))
    expect(lost).toEqual([])
    const { rows } = await owner.query<{ message_id: number }>(
      `select message_id from dead_letter where ending = 'unconfirmed' and settled_at is null`,
    )
    const unconfirmed = ids.filter((_, index) => states[index]?.status === 'unconfirmed')
    expect(rows.map(({ message_id }) => message_id).toSorted((one, two) => one - two)).toEqual(unconfirmed)
    expect(unconfirmed.length).toBeGreaterThan(0)
  })
})

describe('a worker paused for longer than its lease', () => {
  it.each(['before it writes', 'before the carrier answers', 'at any time'])(
    '%s: no text is sent twice',
    async moment => {
      taken.clear()
      const sender = await createSender(database, { textsPerSecond: 200 })
      const paused = await startWorker(true, moment === 'before it writes')
      let isPaused = false
      const pause = (): void => {
        if (isPaused) return
        isPaused = true
        paused.kill('SIGSTOP')
      }
      if (moment === 'before it writes') paused.once('hesitating', pause)
      if (moment === 'before the carrier answers')
        onSubmit = child => (child === paused ? (pause(), 'answer') : 'answer')
      const members = await createMembers(database, sender, 300)
      const ids = await acceptTexts(database, sender, members)
      if (moment === 'at any time') setTimeout(pause, 20 + Math.random() * 40)
      await eventually('it is paused', () => isPaused)
      await startWorker(true)
      await sleep(leaseMs + 500)
      paused.kill('SIGCONT')
      await eventually('all have ended', isEmpty)
      await sleep(200)
      expect((await readTexts(database, ids)).every(({ status }) => status === 'submitted')).toBe(true)
      expect(ids.map(id => taken.get(String(id)))).toEqual(ids.map(() => 1))
      await expectOneStory(database)
    },
  )
})
