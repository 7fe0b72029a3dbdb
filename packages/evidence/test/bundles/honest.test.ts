import { expect, it } from 'vitest'
import {
  type BundleEntry,
  type BundleInput,
  type CheckToken,
  commitText,
  verifyBundle,
} from '../../src/index.ts'
import { textOf } from '../hex.ts'
import { seededRandom } from '../seeded-random.ts'
import { judge, judgeInput, now, outcomes, policy, sourceOf } from './judge.ts'
import { exportEntry, makeHistory } from './make-history.ts'
import { auditor, bundleBytes, honest, inputOf, sealHistory } from './seal-history.ts'

const rounds = process.env['EVIDENCE_LONG'] === '1' ? 1000 : 25
const allProven = {
  intact: 'proven',
  authentic: 'proven',
  witnessed: 'proven',
  complete: 'proven',
  'in order': 'proven',
  'in time': 'proven',
}

/** A log of a random size whose last entry is the export of owner 0. */
function makeLog(seed: number, cosigners = honest.cosigners) {
  const random = seededRandom(seed)
  const owners = 1 + random(6)
  const entries = [1, 2, 3, 255, 256, 257, 600, 1 + random(2500)][random(8)] ?? 1
  const history = makeHistory(random, {
    owners,
    entries,
    phones: 1 + random(20),
    old: random(3) === 0 ? random(60) : 0,
    startMs: Date.parse('2026-11-01T00:00:00Z'),
    pauseMs: [1000, 20_000, 300_000][random(3)] ?? 1000,
  })
  const closed = [...history, exportEntry(0, (history.at(-1)?.atMs ?? 0) + 1000)]
  return { random, log: sealHistory(closed, { ...honest, cosigners, every: 1 + random(300) }) }
}

const withoutFacts = (entry: BundleEntry): BundleEntry => {
  const { content } = entry
  if (content.shown !== 'all') return entry
  const factsCommitment = commitText(content.factsSalt, new TextEncoder().encode(content.facts))
  return {
    ...entry,
    content: { shown: 'head', head: content.head, headSalt: content.headSalt, factsCommitment },
  }
}

it(`no honest bundle raises an alarm: ${rounds} of many shapes`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { log } = makeLog(round)
    const report = await judgeInput(inputOf(log, 0))
    expect(outcomes(report), `seed ${round}: ${JSON.stringify(report.verdicts)}`).toEqual(allProven)
    expect(report.exitCode).toBe(0)
  }
})

it('a period in the middle is complete if it has one entry before and one after it', async () => {
  const { log } = makeLog(4242)
  const { entries, ...rest } = inputOf(log, 0)
  const chain = entries as (BundleEntry & { atMs: number })[]
  expect(chain.length).toBeGreaterThan(20)
  const [from, to] = [chain[5]?.atMs ?? 0, chain[15]?.atMs ?? 0]
  const start = chain.findLastIndex(({ atMs }) => atMs < from)
  const end = chain.findIndex(({ atMs }) => atMs >= to)
  const iso = (ms: number): string => new Date(ms).toISOString()
  const input: BundleInput = {
    ...rest,
    entries: chain.slice(start, end + 1),
    asked: { from: iso(from), to: iso(to), number: null, by: 'x' },
  }
  expect(outcomes(await judgeInput(input))).toEqual(allProven)
  for (const cut of [chain.slice(start + 1, end + 1), chain.slice(start, end)])
    expect(outcomes(await judgeInput({ ...input, entries: cut }))).toMatchObject({ complete: 'failed' })
})

it('withheld facts and entries leave everything proven but the replay, which needs them', async () => {
  const { log } = makeLog(7)
  const input = inputOf(log, 0)
  const entries = input.entries as BundleEntry[]
  const report = await judgeInput({ ...input, entries: entries.map(withoutFacts) })
  expect(outcomes(report)).toEqual({ ...allProven, 'in order': 'not shown' })
  expect(report.exitCode).toBe(2)
})

it('without a policy the key is a claim, and neither witnesses nor times count', async () => {
  const { log } = makeLog(3)
  const report = await verifyBundle(sourceOf(await bundleBytes(inputOf(log, 0))), { now })
  expect(outcomes(report)).toEqual({ ...allProven, witnessed: 'not shown', 'in time': 'not shown' })
  expect(report.exitCode).toBe(0)
  expect(report.verdicts.find(({ name }) => name === 'authentic')?.words).toContain('the bundle’s own claim')
})

it('an auditing witness makes completeness more than a statement of the operator', async () => {
  const words = async (log: ReturnType<typeof makeLog>['log']): Promise<string> => {
    const report = await judge(await bundleBytes(inputOf(log, 0)))
    return report.verdicts.find(({ name }) => name === 'complete')?.words ?? ''
  }
  expect(await words(makeLog(5).log)).toContain('as stated by the operator')
  const audited = await words(makeLog(5, [...honest.cosigners, auditor]).log)
  expect(audited).toContain('firm followed all chains')
  expect(audited).not.toContain('as stated by the operator')
})

it('time stamps are judged by the function of the caller, and reported as not checked without one', async () => {
  const { log } = makeLog(3)
  const { checkpoint } = inputOf(log, 0)
  const token = new TextEncoder().encode('token')
  const files = [{ path: `anchors/${checkpoint.head.size}.tsr`, content: token }]
  const bytes = await bundleBytes(inputOf(log, 0, { files }))
  const inTime = async (checkToken?: CheckToken) => {
    const report = await verifyBundle(sourceOf(bytes), { policy, now, ...(checkToken && { checkToken }) })
    return report.verdicts.find(({ name }) => name === 'in time')
  }
  expect(await inTime()).toMatchObject({
    outcome: 'proven',
    words: expect.stringContaining('does not check'),
  })
  const seen: string[] = []
  const valid = await inTime((stamp, text) => {
    seen.push(textOf(stamp), textOf(text))
    return Promise.resolve(1_800_000_000)
  })
  expect(seen).toEqual(['token', checkpoint.note.text])
  expect(valid).toMatchObject({ outcome: 'proven', words: expect.stringContaining('are valid') })
  expect(await inTime(() => Promise.resolve(undefined))).toMatchObject({ outcome: 'failed' })
})
