import type { ByteSource } from '../bundle/zip/open-zip.ts'
import { encodeBase64 } from '../bytes/base64.ts'
import type { Policy, PolicyWitness } from '../checkpoint/policy.ts'
import { FormatError } from '../format-error.ts'
import { printVerifierKey, type VerifierKey } from '../note/verifier-key.ts'
import { bracketOf, followersOf } from './brackets.ts'
import { ChainCheck } from './check-chain.ts'
import { InclusionCheck } from './check-inclusion.ts'
import { OwnerCheck } from './check-owner.ts'
import { TimeCheck } from './check-times.ts'
import { checkTokens } from './check-tokens.ts'
import { formMistake, parseJournalEntry } from './journal-entry.ts'
import { earlierMistake, judgeWitnesses, signatureMistake } from './judge-notes.ts'
import { limitsOf } from './limits.ts'
import { checkFiles, type OpenBundle, openBundle } from './open-bundle.ts'
import { ProvenLog, Unproven } from './proven-log.ts'
import { BadLine, entryPaths, type ReadEntry, readEntries } from './read-entries.ts'
import { ConsentReplay } from './replay-consent.ts'
import { type BundleSummary, type EntryReference, Findings, type Report, type Verdict } from './verdict.ts'

export interface VerifyOptions {
  /** Of the person who verifies: which keys and witnesses they trust. */
  readonly policy?: Policy | undefined
  readonly now: Date
  /** Certificates (DER) of the time-stamp authorities that they trust. */
  readonly timestampRoots?: readonly Uint8Array[] | undefined
  /** Called after each piece. What it returns is awaited, so a page can draw in between. */
  readonly onProgress?: (progress: Progress) => Promise<void> | void
}

export interface Progress {
  readonly entries: number
  readonly bytes: number
  readonly bytesTotal: number
}

/** Judges a bundle by itself, without the operator. Memory grows with the texts, by their ids, and with no other entries. */
export async function verifyBundle(source: ByteSource, options: VerifyOptions): Promise<Report> {
  try {
    const bundle = await openBundle(source)
    return await new Verification(bundle, options).run()
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return {
      outcome: 'unreadable',
      exitCode: 2,
      words: `This file cannot be judged. ${error.message}`,
      bundle: undefined,
      verdicts: [],
      limits: [],
      checkedAt: options.now.toISOString(),
    }
  }
}

class Verification {
  readonly #bundle: OpenBundle
  readonly #options: VerifyOptions
  readonly #keys: readonly VerifierKey[]
  readonly #intact = new Findings()
  readonly #signed = new Findings()
  readonly #digests = new Map<string, string>()
  readonly #chain = new ChainCheck()
  readonly #owners: OwnerCheck
  readonly #consent = new ConsentReplay()
  readonly #counts = { entries: 0, withoutFacts: 0, withheld: 0 }

  constructor(bundle: OpenBundle, options: VerifyOptions) {
    const { origin, keys } = bundle.manifest.log
    this.#bundle = bundle
    this.#owners = new OwnerCheck(this.#chain.findings, bundle.manifest.owner.kind)
    this.#options = options
    // The keys in the bundle are the operator's claim. A policy takes their place.
    this.#keys = options.policy
      ? options.policy.logs.map(({ key }) => key).filter(({ name }) => name === origin)
      : keys
  }

  async run(): Promise<Report> {
    const { manifest, checkpoint, earlier } = this.#bundle
    const { policy, now } = this.#options
    const mistake = signatureMistake(checkpoint, manifest.log.origin, this.#keys)
    if (mistake !== undefined) this.#signed.add(mistake)
    const log = await this.#openLog()
    const followers = policy ? followersOf(checkpoint, policy) : new Set<PolicyWitness>()
    const brackets = policy ? bracketOf(checkpoint, policy, followers) : []
    const proven = log && mistake === undefined ? [checkpoint] : []
    for (const { path, checkpoint: other } of log ? earlier : []) {
      const wrong = log && earlierMistake(path, other, manifest.log.origin, this.#keys, log)
      if (wrong !== undefined) this.#signed.add(wrong)
      else {
        proven.push(other)
        if (policy) brackets.push(...bracketOf(other, policy, followers))
      }
      // Signatures of thousands of checkpoints take many seconds in a browser, in which the page must draw.
      await this.#options.onProgress?.({ entries: 0, bytes: 0, bytesTotal: this.#bytesTotal() })
    }
    const stamps = await checkTokens(this.#bundle, proven, this.#options.timestampRoots ?? [])
    brackets.push(...stamps.brackets)
    const inclusion = new InclusionCheck(manifest.owner.tag, checkpoint.head.size, log)
    const times = new TimeCheck(brackets, now.getTime())
    for (const wrong of stamps.mistakes) times.findings.add(wrong)
    await this.#readEntries(inclusion, times)
    await checkFiles(this.#bundle, this.#digests, this.#intact)
    this.#checkCounts()
    const witnessing = judgeWitnesses(checkpoint, policy)
    const authentic = this.#authentic(inclusion)
    const noTimes =
      brackets.length > 0
        ? undefined
        : 'No witness and no time-stamp authority that you trust states a time, so the times in the entries are the operator’s own.'
    const resting = [
      this.#chain.verdict(manifest, brackets, witnessing.auditors, this.#counts.withheld),
      this.#consent.verdict(this.#chain.firstSeq === 1),
      times.verdict(noTimes, stamps.words),
    ].map(verdict => (authentic.outcome === 'proven' ? verdict : unproven(verdict)))
    const isConfirmed = authentic.outcome === 'proven' && this.#chain.isClosedByExport(manifest)
    const verdicts = [this.#intactVerdict(), authentic, witnessing.verdict, ...resting]
    return {
      ...outcomeOf(verdicts, isConfirmed, policy),
      bundle: this.#summary(witnessing.witnesses, isConfirmed),
      verdicts,
      limits: limitsOf(this.#bundle.manifest, policy),
      checkedAt: now.toISOString(),
    }
  }

  async #openLog(): Promise<ProvenLog | undefined> {
    const { checkpoint, earlier, zip } = this.#bundle
    const { size, root } = checkpoint.head
    const sizes = earlier.map(other => other.checkpoint.head.size)
    try {
      return await ProvenLog.open(size, root, sizes, (path, bytesMax) => zip.read(path, bytesMax))
    } catch (error) {
      if (!(error instanceof Unproven)) throw error
      this.#signed.add(error.message)
      return undefined
    }
  }

  #bytesTotal(): number {
    const { zip } = this.#bundle
    return entryPaths(zip).reduce((sum, path) => sum + (zip.bytesOf(path) ?? 0), 0)
  }

  async #readEntries(inclusion: InclusionCheck, times: TimeCheck): Promise<void> {
    const { zip } = this.#bundle
    const bytesTotal = this.#bytesTotal()
    let bytes = 0
    try {
      for await (const batch of readEntries(zip, (path, digest) => this.#digests.set(path, digest))) {
        for (const read of batch.entries) {
          if (inclusion.needsLeaves(read.entry.index)) await inclusion.loadLeaves(read.entry.index)
          this.#take(read, inclusion, times)
        }
        bytes += batch.bytes
        await this.#options.onProgress?.({ entries: this.#counts.entries, bytes, bytesTotal })
      }
    } catch (error) {
      if (!(error instanceof BadLine)) throw error
      this.#signed.add(error.message)
    }
  }

  #take(read: ReadEntry, inclusion: InclusionCheck, times: TimeCheck): void {
    const { index, seq, previous, content } = read.entry
    const reference = (): EntryReference => referenceTo(read)
    const hash = inclusion.check(read, reference)
    const entry = parseJournalEntry(content)
    const wrongForm = formMistake(content, entry)
    if (wrongForm !== undefined) inclusion.findings.add(wrongForm, reference())
    this.#chain.add({
      index,
      seq,
      previous,
      hash,
      kind: entry?.kind,
      ownerKind: entry?.ownerKind,
      at: entry?.at,
      atMs: entry?.atMs,
      facts: () => entry?.facts(),
      reference,
    })
    this.#owners.add(entry, reference)
    this.#consent.add(entry, reference)
    times.add(index, entry, content.shown === 'old', reference)
    this.#counts.entries += 1
    if (content.shown === 'head') this.#counts.withoutFacts += 1
    if (content.shown === 'nothing') this.#counts.withheld += 1
  }

  #checkCounts(): void {
    const { count, withoutFacts, withheld } = this.#bundle.manifest.entries
    const found = this.#counts
    if (count !== found.entries || withoutFacts !== found.withoutFacts || withheld !== found.withheld)
      this.#intact.add(
        `manifest.json speaks of ${count} entries, but there are ${found.entries}, or others are withheld.`,
      )
  }

  #intactVerdict(): Verdict {
    const files = Object.keys(this.#bundle.manifest.files).length
    return this.#intact.verdict(
      'intact',
      'proven',
      `The ${files} files are those that manifest.json lists. Nobody has signed that list: it shows damage, not forgery.`,
    )
  }

  /** The checkpoint comes first: if it is not the log's, nothing about an entry is known. */
  #authentic({ findings }: InclusionCheck): Verdict {
    const count = new Intl.NumberFormat('en-US').format(this.#counts.entries)
    const words = `Each of the ${count} entries is in the log at its place, with exactly this content, and the log’s key has signed it.`
    const byEntry = this.#options.policy
      ? findings.verdict('authentic', 'proven', `${words} The key is one that your policy trusts.`)
      : findings.verdict(
          'authentic',
          'not shown',
          `${words} But the key is the bundle’s own claim, and anybody can make a key. Give a policy with the key of the log, from somebody you trust.`,
        )
    return this.#signed.count > 0 ? this.#signed.verdict('authentic', 'proven', '') : byEntry
  }

  #summary(witnesses: BundleSummary['witnesses'], isConfirmed: boolean): BundleSummary {
    const { manifest, checkpoint } = this.#bundle
    return {
      origin: checkpoint.head.origin,
      treeSize: checkpoint.head.size,
      logKeys: this.#keys.map(printVerifierKey),
      owner: { kind: manifest.owner.kind, name: manifest.owner.name, tag: encodeBase64(manifest.owner.tag) },
      asked: manifest.asked,
      madeAt: manifest.madeAt,
      isConfirmed,
      ...this.#counts,
      firstSeq: this.#chain.firstSeq,
      lastSeq: this.#chain.lastSeq,
      witnesses,
    }
  }
}

function referenceTo({ entry: { index, seq, content }, file, line }: ReadEntry): EntryReference {
  const entry = parseJournalEntry(content)
  return { index, seq, file, line, kind: entry?.kind, at: entry?.at, subject: entry?.subject }
}

/** What rests on entries that are not authentic is not shown, unless it fails anyway. */
const unproven = (verdict: Verdict): Verdict =>
  verdict.outcome === 'proven'
    ? {
        ...verdict,
        outcome: 'not shown',
        words: 'This rests on the entries, and they are not proven to be authentic.',
      }
    : verdict

function outcomeOf(
  verdicts: readonly Verdict[],
  isConfirmed: boolean,
  policy: Policy | undefined,
): Pick<Report, 'outcome' | 'exitCode' | 'words'> {
  const failed = verdicts.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name)
  if (failed.length > 0)
    return {
      outcome: 'failed',
      exitCode: 1,
      words: `Do not rely on this bundle: ${failed.length} of ${verdicts.length} checks failed (${failed.join(', ')}).`,
    }
  const claims = isConfirmed
    ? ''
    : ' The log does not confirm the owner, the period and the number that the file names.'
  const missing = verdicts.filter(({ outcome }) => outcome === 'not shown').map(({ name }) => name)
  const isOpen = missing.includes('complete')
  // Whoever asks for no witness leaves it to the operator that nothing is left out, and is told so.
  const restsOnOperator = isOpen && policy?.quorum.kind === 'none'
  if (missing.includes('in order') || (isOpen && !restsOnOperator))
    return {
      outcome: 'not shown',
      exitCode: 2,
      words: `Nothing is wrong, but the bundle does not show everything. Not shown: ${missing.join(', ')}.${claims}`,
    }
  const rest = missing.length > 0 ? ` Not shown: ${missing.join(', ')}.` : ''
  const stated = restsOnOperator
    ? ' That none is left out is as stated by the operator: your policy asks for no witness.'
    : ''
  const words =
    isConfirmed && stated === ''
      ? 'The bundle proves what it claims.'
      : `The entries are proven.${stated}${claims}`
  return { outcome: 'proven', exitCode: 0, words: words + rest }
}
