// An entry that is dated ahead can look like the end of a chain, and one that is dated back like its beginning.
import { expect, it } from 'vitest'
import {
  type BundleEntry,
  type BundleInput,
  type Checkpoint,
  cosign,
  createSigner,
  parsePolicy,
  printReport,
  printVerifierKey,
  type Report,
  verifyBundle,
} from '../../src/index.ts'
import { utf8 } from '../hex.ts'
import { seededRandom } from '../seeded-random.ts'
import { judgeInput, now, outcomes, sourceOf } from './judge.ts'
import { bytesFrom, exportEntry, type HistoryEntry, makeHistory } from './make-history.ts'
import { bundleBytes, honest, inputOf, logSigner, sealHistory, signHead } from './seal-history.ts'

/** Of two advisors, about a quarter of an hour apart. */
const history = makeHistory(seededRandom(11), {
  owners: 2,
  entries: 200,
  phones: 5,
  old: 0,
  startMs: Date.parse('2026-05-01T00:00:00Z'),
  pauseMs: 1_800_000,
})
const endMs = (history.at(-1)?.atMs ?? 0) + 5_000
const minutes = 60_000
/** Of the first advisor, in the first half. */
const early = history.findIndex(({ owner }, place) => owner === 0 && place > 60)
const earlyMs = history[early]?.atMs ?? 0

const iso = (ms: number): string => new Date(ms).toISOString()
const dated = (entry: HistoryEntry, ms: number): HistoryEntry => ({
  ...entry,
  head: { ...entry.head, at: iso(ms) },
})

/** A bundle that ends with an entry that was sealed days before the time it states. */
function cutAfter(planted: HistoryEntry): BundleInput & { readonly checkpoints: readonly Checkpoint[] } {
  const log = sealHistory([...history.toSpliced(early + 1, 0, planted), exportEntry(0, endMs + 500)], {
    ...honest,
    every: 1,
  })
  const input = inputOf(log, 0)
  const index = early + 1
  const entries = (input.entries as BundleEntry[]).filter(entry => entry.index <= index)
  const checkpoints = log.checkpoints.filter(({ head }) => head.size <= index)
  return { ...input, madeAt: iso(endMs), entries, checkpoints }
}

const plantedExport = { ...exportEntry(0, endMs), atMs: earlyMs }
const plantedContact: HistoryEntry = {
  ...plantedExport,
  head: { ...plantedExport.head, kind: 'contact.created' },
  facts: { name: 'Ann' },
}

function expectOpen(report: Report): void {
  expect(outcomes(report)).toMatchObject({ authentic: 'proven', complete: 'not shown' })
  expect(report).toMatchObject({ outcome: 'not shown', exitCode: 2 })
  expect(report.words).toContain('complete')
  expect(printReport(report)).toContain('Complete as far as the operator’s clock says')
}

it('an export that is dated ahead does not close a chain, whatever checkpoints are left out', async () => {
  const cut = cutAfter(plantedExport)
  for (const checkpoints of [cut.checkpoints, [], cut.checkpoints.slice(0, 1)])
    expectOpen(await judgeInput({ ...cut, checkpoints }))
})

it('an entry that is dated after the period does not close it', async () => {
  const cut = cutAfter(plantedContact)
  const asked = { ...cut.asked, to: iso(endMs - 11 * minutes) }
  for (const checkpoints of [cut.checkpoints, []])
    expectOpen(await judgeInput({ ...cut, asked, checkpoints }))
})

it('an entry that is dated before the period does not open it', async () => {
  const fromMs = earlyMs - 60 * minutes
  const from = iso(fromMs)
  const back = dated(plantedContact, fromMs - 11 * minutes)
  const exported = exportEntry(0, endMs)
  const closed = { ...exported, facts: { ...exported.facts, from } }
  const log = sealHistory([...history.toSpliced(early + 1, 0, back), closed], { ...honest, every: 1 })
  const input = inputOf(log, 0)
  expectOpen(
    await judgeInput({
      ...input,
      asked: { ...input.asked, from },
      // None from before the entry: they would show that it was entered late.
      checkpoints: log.checkpoints.filter(({ head }) => head.size > early + 1).slice(0, -1),
      entries: (input.entries as BundleEntry[]).filter(({ index }) => index >= early + 1),
    }),
  )
})

it('a witness that has not seen the newer log does not show that there was none', async () => {
  const names = ['north', 'south', 'west']
  const signers = names.map(name =>
    createSigner(`${name}.example`, 'ed25519-cosignature', bytesFrom(name, 32)),
  )
  const lines = signers.map(({ key }, place) => `witness w${place} ${printVerifierKey(key)}\n`)
  const policy = parsePolicy(
    utf8(`log ${printVerifierKey(logSigner.key)}\n${lines.join('')}group g any w0 w1 w2\nquorum g\n`),
  )
  const cut = cutAfter(plantedExport)
  const old = cut.checkpoints.at(-1)
  if (!old) throw new Error('no checkpoint')
  const bare = signHead(old.head.size, old.head.root, 0, logSigner, [])
  const late = cosign(bare, signers.slice(2), Math.floor(endMs / 1000))
  const lateOne = { ...bare, note: { ...bare.note, signatures: [...bare.note.signatures, ...late] } }
  const bytes = await bundleBytes({ ...cut, checkpoints: [...cut.checkpoints.slice(0, -1), lateOne] })
  expectOpen(await verifyBundle(sourceOf(bytes), { policy, now }))
})

it('a checkpoint that ends with the export closes a chain after hours without any other', async () => {
  const quiet = [...history, exportEntry(0, endMs + 10 * 3_600_000)]
  const report = await judgeInput(inputOf(sealHistory(quiet, { ...honest, every: 1 }), 0))
  expect(outcomes(report)).toMatchObject({ complete: 'proven' })
  expect(report.exitCode).toBe(0)
})

it('without a witness a bundle is complete as stated by the operator, and says so first', async () => {
  const log = sealHistory([...history, exportEntry(0, endMs)], { ...honest, cosigners: [] })
  const bytes = await bundleBytes(inputOf(log, 0))
  const policy = parsePolicy(utf8(`log ${printVerifierKey(logSigner.key)}\nquorum none\n`))
  const report = await verifyBundle(sourceOf(bytes), { policy, now })
  expect(outcomes(report)).toMatchObject({ authentic: 'proven', complete: 'not shown' })
  expect(report.exitCode).toBe(0)
  expect(report.words).toContain('That none is left out is as stated by the operator')
  expect(report.words).not.toContain('proves what it claims')
})
