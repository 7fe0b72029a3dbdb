import { expect, it } from 'vitest'
import {
  type BundleEntry,
  type BundleInput,
  commitText,
  printReport,
  unconfirmedClaims,
  verifyBundle,
} from '../../src/index.ts'
import { seededRandom } from '../seeded-random.ts'
import { judge, judgeInput, now, outcomes, sourceOf } from './judge.ts'
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
    expect(outcomes(report), `seed ${round}: ${JSON.stringify(report.verdicts)}`).toEqual({
      ...allProven,
      // Checkpoints of some logs are further apart than an hour.
      'in time': expect.stringMatching(/^(proven|not shown)$/),
    })
    expect(report.exitCode).toBe(0)
  }
})

/** Entries five minutes apart, all of one owner. */
function makeSlowLog() {
  const history = makeHistory(seededRandom(4242), {
    owners: 1,
    entries: 60,
    phones: 5,
    old: 0,
    startMs: Date.parse('2026-11-01T00:00:00Z'),
    pauseMs: 300_000,
  })
  return sealHistory([...history, exportEntry(0, (history.at(-1)?.atMs ?? 0) + 1000)], {
    ...honest,
    every: 1,
  })
}

it('a period in the middle is complete if it has entries from well before and well after it', async () => {
  const { entries, ...rest } = inputOf(makeSlowLog(), 0)
  const chain = entries as (BundleEntry & { atMs: number })[]
  const [from, to] = [chain[20]?.atMs ?? 0, chain[30]?.atMs ?? 0]
  const start = chain.findLastIndex(({ atMs }) => atMs < from - 600_000)
  const end = chain.findIndex(({ atMs }) => atMs >= to + 600_000)
  const iso = (ms: number): string => new Date(ms).toISOString()
  const input: BundleInput = {
    ...rest,
    entries: chain.slice(start, end + 1),
    asked: { from: iso(from), to: iso(to), number: null, by: 'x' },
  }
  // Somebody may have opted out before the period.
  const partly = { ...allProven, 'in order': 'not shown' }
  const report = await judgeInput(input)
  expect(outcomes(report)).toEqual(partly)
  // Nothing of it is in the log: another name, number or period that these entries fit would be judged alike.
  expect(report.bundle?.isConfirmed).toBe(false)
  expect(report.words).toContain('The log does not confirm the owner, the period and the number')
  expect(report.verdicts.find(({ name }) => name === 'complete')?.words).toContain(unconfirmedClaims)
  expect(printReport(report)).toMatch(/^Made .*\n +The log does not confirm whose records these are/m)
  for (const cut of [chain.slice(start + 1, end + 1), chain.slice(start, end)])
    expect(outcomes(await judgeInput({ ...input, entries: cut }))).toMatchObject({ complete: 'failed' })
})

it('an older export is no end, and neither is one that says something else', async () => {
  const history = makeHistory(seededRandom(1), {
    owners: 1,
    entries: 30,
    phones: 3,
    old: 0,
    startMs: Date.parse('2026-11-01T00:00:00Z'),
    pauseMs: 20_000,
  })
  const both = [
    ...history.slice(0, 10),
    exportEntry(0, (history[9]?.atMs ?? 0) + 1),
    ...history.slice(10),
    exportEntry(0, (history.at(-1)?.atMs ?? 0) + 7_200_000),
  ]
  const sealed = sealHistory(both, { ...honest, every: 1 })
  const input = inputOf(sealed, 0)
  const whole = await judgeInput(input)
  expect(outcomes(whole)).toMatchObject({ complete: 'proven' })
  expect(whole.bundle?.isConfirmed).toBe(true)
  expect(printReport(whole)).not.toContain('does not confirm')
  const cut = (input.entries as BundleEntry[]).slice(0, 11)
  expect(outcomes(await judgeInput({ ...input, entries: cut }))).toMatchObject({ complete: 'failed' })
  for (const change of [
    { by: 'somebody else' },
    { number: '+12025550148' },
    { from: '2026-11-01T00:00:00.000Z' },
  ])
    expect(outcomes(await judgeInput({ ...input, asked: { ...input.asked, ...change } }))).toMatchObject({
      complete: 'failed',
    })
  for (const owner of [
    { ...input.owner, name: 'Somebody Else' },
    { ...input.owner, kind: 'firm' as const },
  ])
    expect(outcomes(await judgeInput({ ...input, owner }))).toMatchObject({ complete: 'failed' })
})

it('an older export after the period is not this export', async () => {
  const history = makeHistory(seededRandom(1), {
    owners: 1,
    entries: 30,
    phones: 3,
    old: 0,
    startMs: Date.parse('2026-11-01T00:00:00Z'),
    pauseMs: 20_000,
  })
  const lastMs = history.at(-1)?.atMs ?? 0
  const sealed = sealHistory([...history, exportEntry(0, lastMs + 1_200_000)], { ...honest, every: 1 })
  const input = inputOf(sealed, 0)
  const asked = { ...input.asked, to: new Date(lastMs).toISOString() }
  const report = await judgeInput({ ...input, asked })
  expect(report.bundle?.isConfirmed).toBe(false)
  expect(report.verdicts.find(({ name }) => name === 'complete')).toMatchObject({
    outcome: 'proven',
    words: expect.stringContaining('is later than the period'),
  })
})

it('a period that ends before it begins is no period: every entry would be after it', async () => {
  const input = inputOf(makeSlowLog(), 0)
  for (const to of ['2026-11-02T00:00:00Z', '2026-11-01T12:00:00Z']) {
    const asked = { ...input.asked, from: '2026-11-02T00:00:00Z', to }
    expect(await judgeInput({ ...input, asked })).toMatchObject({
      outcome: 'unreadable',
      words: expect.stringContaining('the period ends before it begins'),
    })
  }
})

it('times without a checkpoint before them, or with one long before, are not shown', async () => {
  const sealed = makeSlowLog()
  const input = inputOf(sealed, 0)
  expect(outcomes(await judgeInput(input))).toEqual(allProven)
  for (const checkpoints of [[], input.checkpoints.slice(1), input.checkpoints.slice(0, 1)])
    expect(outcomes(await judgeInput({ ...input, checkpoints }))).toMatchObject({ 'in time': 'not shown' })
})

it('times of entries from before the log began are not shown, and no alarm', async () => {
  const shape = { owners: 1, phones: 5, startMs: Date.parse('2026-11-01T00:00:00Z'), pauseMs: 20_000 }
  const made = makeHistory(seededRandom(8), { ...shape, entries: 60, old: 30 })
  // Nobody had seen the log when they were written, years before all others.
  const history = made.map(entry => {
    const at = new Date(entry.atMs - 3 * 365 * 86_400_000).toISOString()
    return entry.isOld ? { ...entry, head: { ...entry.head, at } } : entry
  })
  const closed = [...history, exportEntry(0, (history.at(-1)?.atMs ?? 0) + 1000)]
  const sealed = sealHistory(closed, { ...honest, every: 30 })
  const began = sealed.checkpoints.filter(({ head }) => head.size > 0)
  const report = await judgeInput(inputOf(sealed, 0, { checkpoints: began.slice(0, -1) }))
  expect(outcomes(report)).toEqual({ ...allProven, 'in time': 'not shown' })
  expect(report.exitCode).toBe(0)
  expect(report.verdicts.find(({ name }) => name === 'in time')?.words).toContain(
    'Of these, 30 have the form from before entries had salts.',
  )
  // Somebody had seen the log without them.
  expect(outcomes(await judgeInput(inputOf(sealed, 0)))).toMatchObject({ 'in time': 'failed' })
})

it('withheld facts and entries leave everything proven but the replay, which needs them', async () => {
  const { log } = makeLog(7)
  const input = inputOf(log, 0)
  const entries = input.entries as BundleEntry[]
  const hidden = entries.map((entry, place) => (place < entries.length - 1 ? withoutFacts(entry) : entry))
  const report = await judgeInput({ ...input, entries: hidden })
  expect(outcomes(report)).toMatchObject({ authentic: 'proven', complete: 'proven', 'in order': 'not shown' })
  expect(report.exitCode).toBe(2)
})

it('without a policy the key is a claim, and neither witnesses nor times count', async () => {
  const { log } = makeLog(3)
  const report = await verifyBundle(sourceOf(await bundleBytes(inputOf(log, 0))), { now })
  expect(outcomes(report)).toEqual({
    ...Object.fromEntries(Object.keys(allProven).map(name => [name, 'not shown'])),
    intact: 'proven',
  })
  expect(report.exitCode).toBe(2)
  expect(report.verdicts.find(({ name }) => name === 'authentic')?.words).toContain('the bundle’s own claim')
})

it('an auditing witness makes completeness more than a statement of the operator', async () => {
  const words = async (log: ReturnType<typeof makeLog>['log']): Promise<string> => {
    const report = await judge(await bundleBytes(inputOf(log, 0)))
    return report.verdicts.find(({ name }) => name === 'complete')?.words ?? ''
  }
  expect(await words(makeLog(5).log)).toContain('as stated by the operator')
  const audited = await words(makeLog(5, [...honest.cosigners, auditor]).log)
  expect(audited).toContain('firm followed every chain of the log: this one has no second branch')
})
