import { spawnSync } from 'node:child_process'
import { hash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseTimestampResponse, printTimestampRequest, verifyBundle } from '../../src/index.ts'
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

it('time stamps alone show the times, and find entries that were entered late or dated ahead', () => {
  const stampAt = (size: number, timeMs: number) => ({
    size,
    earliestMs: timeMs - 1_000,
    latestMs: timeMs + 1_000,
  })
  const hour = 3_600_000
  const nowMs = 10 * hour
  const judgeTimes = (atMs: number) => {
    const times = new TimeCheck(
      [stampAt(20, 2 * hour), stampAt(10, hour + 60_000), stampAt(20, 3 * hour)],
      nowMs,
    )
    const reference = () => ({ index: 15, seq: 1, file: '', line: 1, kind: '', at: '', subject: '' })
    const entry = parseJournalEntry({
      shown: 'all',
      head: JSON.stringify({ kind: 'message.accepted', at: new Date(atMs).toISOString() }),
      headSalt: new Uint8Array(16),
      facts: '{}',
      factsSalt: new Uint8Array(16),
    })
    times.add(15, entry, false, reference)
    return times.verdict(undefined, '').outcome
  }
  expect(judgeTimes(1.5 * hour)).toBe('proven')
  expect(judgeTimes(0.5 * hour)).toBe('failed')
  // The first time stamp of the larger tree counts, not the last.
  expect(judgeTimes(2.5 * hour)).toBe('failed')
})
