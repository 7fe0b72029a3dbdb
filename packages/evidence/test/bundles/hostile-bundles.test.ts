import { describe, expect, it, vi } from 'vitest'
import {
  type Checkpoint,
  cosign,
  type NoteSignature,
  parseCheckpoint,
  printNote,
  printReport,
  type Report,
  verifyBundle,
} from '../../src/index.ts'
import { signatureTypes } from '../../src/note/signature-types.ts'
import { utf8 } from '../hex.ts'
import { judge, now, policy, sourceOf } from './judge.ts'
import { repack } from './repack.ts'
import { auditor, bundleBytes, honest, inputOf, sealHistory } from './seal-history.ts'
import { victims } from './victims.ts'

const log = victims[1]?.log
if (!log) throw new Error('no log')
const input = inputOf(log, 0)
const bundle = await bundleBytes(input)
const [earlier] = input.checkpoints.slice(1)
if (!earlier) throw new Error('no earlier checkpoint')

const unreadable = { exitCode: 2, outcome: 'unreadable' }
const verdict = (report: Report, name: string) => report.verdicts.find(each => each.name === name)

const withSignatures = (
  { note }: Checkpoint,
  signaturesOf: (signatures: readonly NoteSignature[]) => readonly NoteSignature[],
): Checkpoint => parseCheckpoint(printNote({ text: note.text, signatures: signaturesOf(note.signatures) }))

describe('a file that the format does not have makes a bundle unreadable', () => {
  it.each([
    'proof/leaves/9999',
    'proof/notes.txt',
    'notes.txt',
    'entries/readme.txt',
    'checkpoints/x1',
    'anchors/1.txt',
  ])('%s', async path => {
    const report = await judge(await repack(bundle, files => files.set(path, utf8('x'))))
    expect(report).toMatchObject(unreadable)
  })

  it('and pages for people do not', async () => {
    expect(
      (await judge(await repack(bundle, files => files.set('human/more.html', utf8('x'))))).exitCode,
    ).toBe(0)
  })
})

describe('checkpoints that would be checked again and again', () => {
  it('are refused under another name than their size', async () => {
    const again = await repack(bundle, files =>
      files.set(`checkpoints/${earlier.head.size}0000.note`, printNote(earlier.note)),
    )
    expect((await judge(again)).words).toContain('is of another size than its name says')
  })

  it('are refused with two signatures of one key, also below the latest one', async () => {
    const doubled = (checkpoint: Checkpoint): Checkpoint =>
      withSignatures(checkpoint, signatures => [...signatures, ...signatures.slice(1, 2)])
    const others = input.checkpoints.filter(each => each !== earlier)
    for (const checkpoints of [[...others, doubled(earlier)], others]) {
      const checkpoint = checkpoints === others ? doubled(input.checkpoint) : input.checkpoint
      const report = await judge(await bundleBytes({ ...input, checkpoint, checkpoints }))
      expect(report).toMatchObject(unreadable)
      expect(report.words).toContain('has two signatures of one key')
    }
  })

  it('have each signature checked once', async () => {
    const types = [signatureTypes['ed25519'], signatureTypes['ed25519-cosignature']]
    const spies = types.map(type => vi.spyOn(type, 'verify'))
    expect((await judge(bundle)).exitCode).toBe(0)
    const calls = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
    for (const spy of spies) spy.mockRestore()
    const signatures = [input.checkpoint, ...input.checkpoints].flatMap(({ note }) => note.signatures)
    expect(calls).toBe(signatures.length)
  })
})

describe('entries of another owner in the chain', () => {
  const history = victims[1]?.history ?? []
  const place = history.findIndex(({ owner }, index) => owner === 0 && index > 20)
  const withOwner = (owner: object) =>
    history.map((entry, index) => {
      if (index !== place) return entry
      const { advisorId: _advisorId, ...head } = entry.head
      // Members stand in the order of their names.
      const members = Object.entries({ ...head, ...owner }).toSorted(([one], [other]) =>
        one < other ? -1 : 1,
      )
      return { ...entry, head: Object.fromEntries(members) }
    })

  it.each([
    ['another advisor', { advisorId: 7 }],
    ['a firm', { firmId: 1 }],
    ['the installation', { installation: true }],
  ])('are found: %s', async (_, owner) => {
    const report = await judge(await bundleBytes(inputOf(sealHistory(withOwner(owner), honest), 0)))
    expect(report.exitCode).toBe(1)
    expect(verdict(report, 'complete')).toMatchObject({
      outcome: 'failed',
      words: expect.stringContaining('are not of one owner'),
      failures: 1,
    })
  })

  it('are found by the kind that the manifest names, whether the export closes the bundle or not', async () => {
    for (const entries of [input.entries, [...log.entries].filter(entry => entry.owner === 0).slice(0, -1)]) {
      const owner = { ...input.owner, kind: 'firm' } as const
      const report = await judge(await bundleBytes({ ...input, owner, entries }))
      expect(verdict(report, 'complete')).toMatchObject({
        outcome: 'failed',
        words: 'manifest.json says that the owner is of the kind firm, but the entry is of advisor 1.',
      })
    }
  })
})

it('the page can draw after each checkpoint', async () => {
  const progress: number[] = []
  const onProgress = ({ entries }: { entries: number }) => void progress.push(entries)
  await verifyBundle(sourceOf(bundle), { policy, now, onProgress })
  expect(progress.filter(entries => entries === 0)).toHaveLength(input.checkpoints.length)
})

it('a witness that states a time which no date can hold has not signed, and nothing breaks', async () => {
  for (const timeSeconds of [8_640_000_000_001, Number.MAX_SAFE_INTEGER]) {
    const checkpoint = withSignatures(input.checkpoint, signatures => [
      ...signatures,
      ...cosign(input.checkpoint, [auditor], timeSeconds),
    ])
    const report = await judge(await bundleBytes({ ...input, checkpoint }))
    expect(verdict(report, 'witnessed')).toMatchObject({
      outcome: 'failed',
      words: 'The signature of the witness firm is not valid.',
    })
    expect(printReport(report)).toContain('FAILED')
  }
})

it.each(['[', '{"x":'])('an entry with values inside values (%s) is no entry, however deep', async open => {
  const close = open === '[' ? ']' : '}'
  const deep = `${open.repeat(200_000)}1${close.repeat(200_000)}`
  const line = utf8(`{"i":0,"n":1,"p":"","c":${deep}}\n`)
  const report = await judge(await repack(bundle, files => files.set('entries/0001.jsonl', line)))
  expect(report.exitCode).toBe(1)
  expect(verdict(report, 'authentic')?.words).toContain('is neither a text nor a number')
})

it('an entry is accepted with a text of 255 parts in which each sign is escaped', async () => {
  // 67 signs of UCS-2 in each part, seven characters for each.
  const model = victims[1]?.history.find(({ facts: { text } }) => typeof text === 'string')
  if (!model) throw new Error('no entry')
  const facts = { ...model.facts, text: '\u0001'.repeat(255 * 67) }
  const history = (victims[1]?.history ?? []).map(entry => (entry === model ? { ...entry, facts } : entry))
  expect(
    (await judge(await bundleBytes(inputOf(sealHistory(history, honest), model.owner)))).verdicts[1],
  ).toMatchObject({
    name: 'authentic',
    outcome: 'proven',
  })
})

it('an entry that a reader refuses for its length is not written', async () => {
  const [first] = log.entries.filter(entry => entry.owner === 0)
  if (first?.content.shown !== 'all') throw new Error('not salted')
  const content = { ...first.content, facts: 'x'.repeat(2 ** 24) }
  await expect(bundleBytes({ ...input, entries: [{ ...first, content }] })).rejects.toThrow(
    'is too long for a bundle',
  )
})

it('nothing that a bundle says turns a report around or ends a line of it', async () => {
  const by = 'x\u202etxet desrever\u2066\u2028OK\u2029\u200f\u009b31m\u001b[2J'
  const report = await judge(await bundleBytes({ ...input, asked: { ...input.asked, by } }))
  const printed = printReport(report)
  expect(printed).toContain('desrever')
  expect(printed.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
})
