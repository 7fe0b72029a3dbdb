import { spawnSync } from 'node:child_process'
import { hash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseTimestampResponse, printTimestampRequest, verifyBundle } from '../../src/index.ts'
import type { Bracket } from '../../src/verify/brackets.ts'
import { TimeCheck } from '../../src/verify/check-times.ts'
import { parseJournalEntry } from '../../src/verify/journal-entry.ts'
import { forTimestamps, OpensslTsa } from '../openssl-tsa.ts'
import { seededRandom } from '../seeded-random.ts'
import { policy, sourceOf } from './judge.ts'
import { exportEntry, makeHistory } from './make-history.ts'
import { bundleBytes, honest, inputOf, sealHistory } from './seal-history.ts'

const isInstalled = spawnSync('openssl', ['version']).status === 0
if (!isInstalled) process.stderr.write('Skipped: openssl is not installed.\n')

function makeLog() {
  const history = makeHistory(seededRandom(3), {
    owners: 2,
    entries: 40,
    phones: 3,
    old: 0,
    startMs: Date.parse('2026-11-01T00:00:00Z'),
    pauseMs: 1000,
  })
  const closed = [...history, exportEntry(0, (history.at(-1)?.atMs ?? 0) + 1000)]
  return sealHistory(closed, { ...honest, every: 10 })
}

describe.skipIf(!isInstalled)('time stamps', () => {
  let tsa: OpensslTsa
  beforeAll(() => {
    tsa = new OpensslTsa()
    tsa.issue({ name: 'tsa', key: 'ec', extensions: forTimestamps }).authority('stranger')
  })
  afterAll(() => tsa.remove())

  const stamp = (text: string): Uint8Array => {
    const request = printTimestampRequest({ hash: hash('sha256', text, 'buffer'), nonce: randomBytes(8) })
    const response = parseTimestampResponse(tsa.reply(request, 'tsa'))
    if (response.kind !== 'granted') throw new Error('no time stamp')
    return response.tokenBytes
  }

  it('of an old checkpoint do not show that the log was no larger: anybody gets one at any time', async () => {
    const log = makeLog()
    const [empty, , middle] = log.checkpoints
    if (!empty || !middle) throw new Error('no checkpoint')
    const files = [empty, middle].map(({ head, note }) => ({
      path: `anchors/${head.size}.tsr`,
      content: stamp(note.text),
    }))
    // Stamped now, long after its entries were sealed: they are not entered late.
    const bytes = await bundleBytes(inputOf(log, 0, { checkpoints: [empty, middle], files }))
    const timestampRoots = [tsa.certificate('root')]
    const report = await verifyBundle(sourceOf(bytes), {
      policy,
      now: new Date('2030-01-01'),
      timestampRoots,
    })
    expect(report.verdicts.find(({ name }) => name === 'in time')?.outcome).toBe('proven')
    expect(report.exitCode).toBe(0)
  })

  it('count if their authority is trusted, whatever the witnesses say', async () => {
    const log = makeLog()
    const { checkpoint } = inputOf(log, 0)
    const path = `anchors/${checkpoint.head.size}.tsr`
    const inTime = async (content: Uint8Array, root?: string) => {
      const bytes = await bundleBytes(inputOf(log, 0, { files: [{ path, content }] }))
      const timestampRoots = root === undefined ? undefined : [tsa.certificate(root)]
      const report = await verifyBundle(sourceOf(bytes), { policy, now: new Date(), timestampRoots })
      return report.verdicts.find(({ name }) => name === 'in time')
    }
    const token = stamp(checkpoint.note.text)
    expect(await inTime(token)).toMatchObject({
      outcome: 'proven',
      words: expect.stringContaining('you named no authority'),
    })
    expect(await inTime(token, 'root')).toMatchObject({
      outcome: 'proven',
      words: expect.stringContaining('Valid time stamps (RFC 3161): 1.'),
    })
    expect(await inTime(token, 'stranger')).toMatchObject({
      outcome: 'proven',
      words: expect.stringContaining('1 are of authorities that you do not trust'),
    })
    expect(await inTime(stamp('another text'), 'root')).toMatchObject({
      outcome: 'failed',
      words: `The time stamp ${path} is not valid for a checkpoint of the bundle (imprint).`,
    })
    expect(await inTime(new TextEncoder().encode('token'), 'root')).toMatchObject({ outcome: 'failed' })
  })
})

function judgeTimes(brackets: readonly Bracket[], atMs: number) {
  const times = new TimeCheck(brackets, 10 * hour)
  const reference = () => ({ index: 15, seq: 1, file: '', line: 1, kind: '', at: '', subject: '' })
  const entry = parseJournalEntry({
    shown: 'all',
    head: JSON.stringify({ at: new Date(atMs).toISOString(), kind: 'message.accepted' }),
    headSalt: new Uint8Array(16),
    facts: '{}',
    factsSalt: new Uint8Array(16),
  })
  times.add(15, entry, false, reference)
  return times.verdict(undefined, '')
}

const hour = 3_600_000
const seenAt = (size: number, timeMs: number): Bracket => ({ size, earliestMs: timeMs, latestMs: timeMs })
const stampedAt = (size: number, timeMs: number): Bracket => ({
  size,
  earliestMs: Number.NEGATIVE_INFINITY,
  latestMs: timeMs,
})

it('witnesses show the times, and find entries that were entered late or dated ahead', () => {
  const brackets = [seenAt(20, 2 * hour), seenAt(10, hour + 60_000), seenAt(20, 3 * hour)]
  expect(judgeTimes(brackets, 1.5 * hour).outcome).toBe('proven')
  expect(judgeTimes(brackets, 0.5 * hour).outcome).toBe('failed')
  // The first time of the larger tree counts, not the last.
  expect(judgeTimes(brackets, 2.5 * hour).outcome).toBe('failed')
})

it('time stamps alone show only that an entry was written not later than they state', () => {
  const brackets = [stampedAt(20, 2 * hour), stampedAt(10, hour + 60_000)]
  for (const atMs of [1.5 * hour, 0.5 * hour])
    expect(judgeTimes(brackets, atMs)).toMatchObject({
      outcome: 'not shown',
      words: expect.stringContaining('written not later than some time'),
    })
  expect(judgeTimes(brackets, 2.5 * hour).outcome).toBe('failed')
})
