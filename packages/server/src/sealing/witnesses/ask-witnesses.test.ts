import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createSigner,
  judgeCheckpoint,
  type Policy,
  parsePolicy,
  printSignatureLines,
  printVerifierKey,
  signText,
} from '@parley/evidence'
import { afterAll, describe, expect, it } from 'vitest'
import { SampleLog } from '../../../test/witness/sample-log.ts'
import { SampleWitness } from '../../../test/witness/sample-witness.ts'
import { SpecWitness } from '../../../test/witness/spec-witness.ts'
import { askWitnesses } from './ask-witnesses.ts'

const closers: (() => unknown)[] = []
afterAll(() => Promise.all(closers.map(close => close())))

/** An HTTP server that is no honest witness. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const policyOf = (...lines: string[]): Policy => parsePolicy(Buffer.from(`${lines.join('\n')}\n`))

/** Asks about the log's newest checkpoint, and returns the outcomes by name. */
async function ask(log: SampleLog, policy: Policy, sizes: Record<string, number> = {}, timeoutMs = 60_000) {
  const { note, quorumReached, outcomes } = await askWitnesses({
    policy,
    checkpoint: await log.checkpoint(),
    sizes: new Map(Object.entries(sizes)),
    prove: oldSize => log.prove(oldSize),
    timeoutMs,
  })
  const byName = Object.fromEntries([...outcomes].map(([{ name }, outcome]) => [name, outcome]))
  return { note, quorumReached, outcomes: byName }
}

async function specWitness(log: SampleLog, name: string): Promise<string> {
  const witness = new SpecWitness(name).trust(log.vkey)
  closers.push(() => witness.close())
  return `${witness.vkey} ${await witness.listen()}`
}

const strangerKey = (name: string): string =>
  printVerifierKey(createSigner(name, 'ed25519-cosignature', randomBytes(32)).key)

describe('asking witnesses', () => {
  it('gets cosignatures that any verifier accepts, from our witness and from one written from the specification', async () => {
    const log = new SampleLog().grow(7)
    const own = await (await SampleWitness.create(log)).run()
    const policy = policyOf(
      `log ${log.vkey}`,
      `witness own ${printVerifierKey(own.keys.witness.key)} ${own.url}/`,
      `witness other ${await specWitness(log, 'other.example')}`,
      'group both all own other',
      'quorum both',
    )
    for (const size of [7, 8, 30, 257, 1_000]) {
      log.grow(size - log.size)
      const { note, quorumReached, outcomes } = await ask(log, policy)
      expect(outcomes).toMatchObject({ own: { kind: 'cosigned' }, other: { kind: 'cosigned' } })
      expect(quorumReached).toBe(true)
      const { head } = await log.checkpoint()
      expect(judgeCheckpoint({ head, note }, policy)).toMatchObject({ accepted: true, failed: [] })
    }
  })

  it('starts from the size that the witness had last, and needs one request then', async () => {
    const log = new SampleLog().grow(20)
    const own = await (await SampleWitness.create(log)).run()
    let requests = 0
    const counted: typeof fetch = (...args) => {
      requests += 1
      return fetch(...args)
    }
    const policy = policyOf(`witness own ${printVerifierKey(own.keys.witness.key)} ${own.url}`, 'quorum own')
    for (const [size, sizes, expected] of [
      [20, new Map(), 1],
      [30, new Map([['own', 20]]), 1],
      [40, new Map(), 2],
      [50, new Map([['own', 7]]), 2],
    ] as const) {
      requests = 0
      log.grow(size - log.size)
      const { quorumReached } = await askWitnesses({
        policy,
        sizes,
        checkpoint: await log.checkpoint(),
        prove: oldSize => log.prove(oldSize),
        fetch: counted,
        timeoutMs: 60_000,
      })
      expect([quorumReached, requests]).toEqual([true, expected])
    }
  })

  it('does not reach a quorum without enough of them, and says why for each', async () => {
    const log = new SampleLog().grow(5)
    const own = await (await SampleWitness.create(log)).run()
    const silent = await serve(() => {})
    const closed = (await serve(() => {})).replace(/\d+$/, '1')
    const unaware = await (await SampleWitness.create()).run()
    const policy = policyOf(
      `witness own ${printVerifierKey(own.keys.witness.key)} ${own.url}`,
      `witness silent ${strangerKey('silent.example')} ${silent}`,
      `witness closed ${strangerKey('closed.example')} ${closed}`,
      `witness unaware ${printVerifierKey(unaware.keys.witness.key)} ${unaware.url}`,
      `witness offline ${strangerKey('offline.example')}`,
      'group two 2 own silent closed unaware offline',
      'quorum two',
    )
    const { quorumReached, outcomes, note } = await ask(log, policy, {}, 3_000)
    expect(quorumReached).toBe(false)
    expect(outcomes).toMatchObject({
      own: { kind: 'cosigned' },
      silent: { kind: 'unreachable', reason: 'timeout' },
      closed: { kind: 'unreachable', reason: 'connection' },
      unaware: { kind: 'refused', status: 404 },
      offline: { kind: 'unasked' },
    })
    expect(note.signatures).toHaveLength(2)
  })

  it('is refused for a fork, and for a log that lost entries', async () => {
    const log = new SampleLog().grow(20)
    const own = await (await SampleWitness.create(log)).run()
    const vkey = printVerifierKey(own.keys.witness.key)
    const policy = policyOf(
      `witness own ${vkey} ${own.url}`,
      `witness other ${await specWitness(log, 'other.example')}`,
      'group both all own other',
      'quorum both',
    )
    expect((await ask(log, policy)).quorumReached).toBe(true)
    const forked = await ask(log.fork(10).grow(30), policy)
    expect(forked.quorumReached).toBe(false)
    for (const outcome of Object.values(forked.outcomes))
      expect(outcome).toMatchObject({ kind: 'refused', status: 422 })
    const restored = await ask(log.fork(15), policy)
    for (const outcome of Object.values(restored.outcomes))
      expect(outcome).toMatchObject({ kind: 'refused', status: 409, size: 20 })
  })

  it('takes no cosignature that does not verify', async () => {
    const log = new SampleLog().grow(5)
    const { note } = await log.checkpoint()
    const liar = createSigner('liar.example', 'ed25519-cosignature', randomBytes(32))
    const respond =
      (body: Uint8Array | string, status = 200, type = 'text/plain'): RequestListener =>
      (_request, response) =>
        response.writeHead(status, { 'content-type': type }).end(body)
    const lines = (text: string, timeSeconds: number): Uint8Array =>
      printSignatureLines([signText(text, liar, timeSeconds)])
    const bodies: Record<string, [RequestListener, object]> = {
      otherText: [respond(lines(note.text.replace('\n5\n', '\n6\n'), 9)), { kind: 'invalid' }],
      withoutTime: [respond(lines(note.text, 0)), { kind: 'invalid' }],
      nothing: [respond(''), { kind: 'invalid' }],
      html: [respond('<html>'), { kind: 'invalid' }],
      tooLong: [respond('x'.repeat(100_000)), { kind: 'invalid' }],
      badSize: [respond('minus one\n', 409, 'text/x.tlog.size'), { kind: 'invalid' }],
      sameSize: [respond('0\n', 409, 'text/x.tlog.size'), { kind: 'refused', status: 409 }],
      largerSize: [respond('6\n', 409, 'text/x.tlog.size'), { kind: 'refused', status: 409, size: 6 }],
      redirect: [
        (_, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
        { kind: 'unreachable' },
      ],
      error: [respond('out of order', 500), { kind: 'refused', status: 500, reason: 'out of order' }],
    }
    for (const [name, [listener, expected]] of Object.entries(bodies)) {
      const policy = policyOf(
        `witness liar ${printVerifierKey(liar.key)} ${await serve(listener)}`,
        'quorum liar',
      )
      const { outcomes, quorumReached, note: cosigned } = await ask(log, policy)
      expect(outcomes['liar'], name).toMatchObject(expected)
      expect(quorumReached, name).toBe(false)
      expect(cosigned.signatures, name).toHaveLength(1)
    }
    // The same server is believed as soon as it signs what was asked.
    const honest = await serve(respond(lines(note.text, 9)))
    const policy = policyOf(`witness liar ${printVerifierKey(liar.key)} ${honest}`, 'quorum liar')
    expect((await ask(log, policy)).quorumReached).toBe(true)
  })

  it('asks a witness with two keys once, and takes both cosignatures', async () => {
    const log = new SampleLog().grow(5)
    const { note } = await log.checkpoint()
    const signers = (['ed25519-cosignature', 'ml-dsa-44-cosignature'] as const).map(type =>
      createSigner('two.example', type, randomBytes(32)),
    )
    let requests = 0
    const url = await serve((_request, response) => {
      requests += 1
      response.end(printSignatureLines(signers.map(signer => signText(note.text, signer, 9))))
    })
    const [first, second] = signers.map(({ key }) => printVerifierKey(key))
    const policy = policyOf(
      `witness classic ${first} ${url}`,
      `witness quantum ${second} ${url}`,
      'group both all classic quantum',
      'quorum both',
    )
    const { quorumReached } = await ask(log, policy)
    expect([quorumReached, requests]).toEqual([true, 1])
  })
})
