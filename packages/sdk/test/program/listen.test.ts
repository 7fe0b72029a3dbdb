// npx --no @parley/sdk listen: every event arrives, verified and in order, whoever is restarted.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ParleyEvent } from '../../src/index.ts'
import { ok, problem, type ScriptedServer, startScriptedServer } from '../scripted-server.ts'
import { type Running, startProgram } from './program.ts'
import { type Receiver, startReceiver } from './receiver.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
let server: ScriptedServer
let receiver: Receiver
let folder: string
let log: ParleyEvent[]
const running: Running[] = []

beforeAll(async () => {
  server = await startScriptedServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-listen-'))
  receiver = await startReceiver(secret)
  log = []
  server.play(problem('not_found'))
  server.playEvents(({ url, headers }) => {
    if (headers['authorization'] !== 'Bearer token') return problem('unauthorized')
    const after = new URL(url, 'http://parley.test').searchParams.get('after')
    const start = after === 'end' ? log.length : Number(after ?? 0)
    if (start > log.length) return problem('invalid_request', { details: { reason: 'cursor' } })
    const page = log.slice(start, start + 2)
    return ok({
      data: page.map((event, index) => ({ cursor: String(start + index + 1), event })),
      cursor: String(start + page.length),
      hasMore: start + page.length < log.length,
    })
  })
})
afterEach(async () => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL')
  await receiver.stop().catch(() => {})
  await rm(folder, { recursive: true })
})

function happen(count: number): void {
  for (let added = 0; added < count; added += 1) {
    const sequence = log.length + 1
    const memberId = (sequence % 3) + 1
    log.push({
      id: `evt_${sequence}`,
      type: 'message.delivered',
      timestamp: '2026-11-15T20:51:07.123Z',
      advisor: 'avery.stone',
      sequence,
      subject: { type: 'message', id: sequence },
      conversation: { memberId, phone: `+1202555000${memberId}` },
      actor: { type: 'system', self: false },
      data: { messageId: sequence, status: 'delivered' },
    })
  }
}

const credentials = (token = 'token'): Record<string, string> => ({
  PARLEY_BASE_URL: `${server.origin}/v1`,
  PARLEY_API_KEY: 'key',
  PARLEY_ACCESS_TOKEN: token,
})

function run(args: readonly string[], variables = credentials()): Running {
  const program = startProgram(args, {
    cwd: folder,
    variables: { PARLEY_WEBHOOK_SECRET: secret, ...variables },
  })
  running.push(program)
  return program
}

async function listen(...args: string[]): Promise<Running> {
  const program = run(['listen', '--forward-to', receiver.url, ...args])
  await program.printed('Ready.')
  return program
}

const ids = (events: readonly ParleyEvent[]): string[] => events.map(({ id }) => id)
const arrived = (): string[] => ids(receiver.events)

describe('listen', () => {
  it('forwards what happens from now on, verified and in order, and prints nothing of the content', async () => {
    happen(2)
    const program = await listen()
    happen(5)
    await expect.poll(arrived).toEqual(ids(log.slice(2)))
    expect(receiver.events).toEqual(log.slice(2))
    expect(receiver.rejected).toBe(0)
    const lines = (): string[] => program.output().split('\n').slice(3, -1)
    await expect.poll(lines).toHaveLength(5)
    for (const line of lines()) expect(line).toMatch(/^evt_\d+ {2}message\.delivered {2}204 {2}\d+ ms$/)
    expect(program.output()).not.toContain('+1202')
    program.child.kill('SIGINT')
    expect(await program.ended).toBe(0)
  })

  it('loses nothing while the receiver is down, or refuses', async () => {
    const program = await listen()
    happen(2)
    await expect.poll(arrived).toEqual(['evt_1', 'evt_2'])
    await receiver.stop()
    happen(3)
    await program.printed(/evt_3 {2}message.delivered {2}unreachable {2}\d+ ms {2}retrying/)
    receiver.status = 500
    await receiver.start()
    await program.printed(/evt_3 {2}message.delivered {2}500 {2}\d+ ms {2}retrying/)
    receiver.status = 204
    await expect.poll(arrived).toEqual(ids(log))
  })

  it('continues where it stopped after it was killed, and --from says otherwise', async () => {
    const first = await listen()
    happen(3)
    await expect.poll(arrived).toEqual(ids(log))
    first.child.kill('SIGKILL')
    await first.ended
    happen(3)
    const second = await listen()
    await expect.poll(() => new Set(arrived())).toEqual(new Set(ids(log)))
    // At most the event that it was busy with comes twice.
    expect(arrived().length).toBeLessThanOrEqual(log.length + 1)
    second.child.kill('SIGINT')
    await second.ended
    receiver.events.length = 0
    await listen('--from', 'start')
    await expect.poll(arrived).toEqual(ids(log))
  })

  it('stops after --count events, and the next one continues behind them', async () => {
    const program = await listen('--count', '2')
    happen(3)
    expect(await program.ended).toBe(0)
    expect(arrived()).toEqual(['evt_1', 'evt_2'])
    await listen()
    await expect.poll(arrived).toEqual(ids(log))
  })

  it('begins at the end when the sandbox has begun anew', async () => {
    happen(5)
    const before = await listen()
    before.child.kill('SIGINT')
    await before.ended
    log = []
    happen(1)
    await listen()
    happen(1)
    await expect.poll(arrived).toEqual(['evt_2'])
  })

  it('has one secret for an API key, which another key does not share', async () => {
    const printed = async (apiKey: string): Promise<string> => {
      const variables = { ...credentials(), PARLEY_API_KEY: apiKey }
      const program = startProgram(['listen', '--print-secret'], { cwd: folder, variables })
      expect(await program.ended).toBe(0)
      return program.output()
    }
    const [one, again, other] = await Promise.all([printed('one'), printed('one'), printed('other')])
    expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n$/)
    expect(again).toBe(one)
    expect(other).not.toBe(one)
  })
})

describe('exit codes', () => {
  it.each([
    [['--help'], 0, /^Usage: npx --no @parley\/sdk <command>/],
    [['listen', '--help'], 0, /^Usage: npx --no @parley\/sdk listen/],
    [['trigger', '--help'], 0, /consent +consent\.accepted/],
    [[], 2, /^Usage: /],
    [['speak'], 2, /There is no command speak/],
    [['listen'], 2, /Use --forward-to/],
    [['listen', '--loud'], 2, /Unknown option '--loud'/],
    [['listen', '--forward-to', 'http://example.com/'], 2, /on this machine, or https/],
    [['listen', '--forward-to', 'localhost:1', '--count', '0'], 2, /--count must be/],
    [['trigger'], 2, /Name one of: consent, /],
    [['trigger', 'consent', '--phone', '12'], 2, /E\.164/],
    [['trigger', 'undelivered', '--phone', '+12025550123'], 2, /must end in 9001/],
  ])('of %j is %i', async (args, code, text) => {
    const program = run(args)
    expect(await program.ended).toBe(code)
    expect(program.output()).toMatch(text)
  })

  it('without credentials is 2, and with a rejected token 1', async () => {
    const missing = run(['listen', '--forward-to', receiver.url], {})
    expect(await missing.ended).toBe(2)
    expect(missing.output()).toMatch(/^No credentials: /)
    const rejected = run(['listen', '--forward-to', receiver.url], credentials('other'))
    expect(await rejected.ended).toBe(1)
    expect(rejected.output()).toMatch(/If the token has expired/)
  })

  it('with a service that does not answer is 1', async () => {
    await receiver.stop()
    const gone = { ...credentials(), PARLEY_BASE_URL: new URL('/v1', receiver.url).href }
    const program = run(['trigger', 'consent'], gone)
    expect(await program.ended).toBe(1)
    expect(program.output()).toMatch(/Cannot reach the service \(ECONNREFUSED\)\. /)
  })
})

it('trigger sends nothing outside of a sandbox', async () => {
  for (const what of ['consent', 'decline', 'delivery', 'undelivered', 'reply', 'stop']) {
    server.play(problem('not_found'))
    const program = run(['trigger', what])
    expect(await program.ended).toBe(1)
    expect(program.output()).toBe('This is not a sandbox: it has no virtual phones. Nothing was sent.\n')
    expect(server.seen.map(({ method }) => method)).toEqual(['GET'])
  }
})
