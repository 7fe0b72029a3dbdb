import type { Manifest } from '../bundle/manifest.ts'
import { equalBytes } from '../bytes/bytes.ts'
import { noPrevious } from '../leaf/leaf.ts'
import { type Bracket, largeByMs, noLargerAtMs } from './brackets.ts'
import { printTime } from './print-time.ts'
import { type EntryReference, Findings, unconfirmedClaims, type Verdict } from './verdict.ts'

/** One leaf, as the bundle shows it. */
export interface ChainStep {
  readonly index: number
  readonly seq: number
  readonly previous: Uint8Array
  /** Leaf hash, as it stands in the log. */
  readonly hash: Uint8Array
  readonly kind: string | undefined
  readonly ownerKind: Manifest['owner']['kind'] | undefined
  readonly at: string | undefined
  readonly atMs: number | undefined
  readonly facts: () => Readonly<Record<string, unknown>> | undefined
  readonly reference: () => EntryReference
}

/** The entry that the export itself writes: whatever came before it has a lower number. */
const exportKind = 'evidence.exported'

/** Entries are in the log in the order of their sealing, and their times may be out of it by this. */
export const disorderMs = 600_000
/** Between the entry of an export and the bundle. */
const makingMs = 3_600_000

/** What the bundle says it is. The entry of the export, which is proven, must say the same. */
type Claim = Pick<Manifest, 'asked' | 'owner' | 'madeAt'>

/** Follows the chain of the owner, and checks that it is closed at both ends. */
export class ChainCheck {
  readonly findings = new Findings()
  #first: ChainStep | undefined
  #last: ChainStep | undefined
  #count = 0

  add(step: ChainStep): void {
    const reason = this.#last ? breakOf(this.#last, step) : startBreakOf(step)
    if (reason !== undefined) this.findings.add(reason, step.reference())
    this.#first ??= step
    this.#last = step
    this.#count += 1
  }

  get firstSeq(): number | undefined {
    return this.#first?.seq
  }

  get lastSeq(): number | undefined {
    return this.#last?.seq
  }

  /** Whether the chain ends with the entry of this export. Otherwise the log says nothing of what the bundle claims to be. */
  isClosedByExport(claim: Claim): boolean {
    return this.findings.count === 0 && this.#last !== undefined && isExportOf(this.#last, claim)
  }

  /**
   * Numbers without a gap show that nothing is missing between the ends. That nothing is missing after the last entry rests on its time, and an entry
   * can be dated ahead: so others must have seen the log end there.
   */
  verdict(
    claim: Claim,
    brackets: readonly Bracket[],
    auditors: readonly string[],
    withheld: number,
  ): Verdict {
    const first = this.#first
    const last = this.#last
    if (!first || !last) {
      this.findings.add('There are no entries, not even the one that the export itself writes.')
      return this.findings.verdict('complete', 'not shown', '')
    }
    if (this.findings.count === 0) this.#checkEnds(first, last, claim)
    const count = new Intl.NumberFormat('en-US').format(this.#count)
    const numbered = `${count} entries are numbered ${first.seq} to ${last.seq} without a gap, and each names the one before it.`
    const end = isExportOf(last, claim)
      ? ` The last one is this export itself, of ${printTime(last.at)}.`
      : ` The last one, of ${printTime(last.at)}, is later than the period. ${unconfirmedClaims}`
    const who =
      auditors.length > 0
        ? ` ${auditors.join(', ')} followed every chain of the log: this one has no second branch. That its owner has no other chain is as stated by the operator.`
        : ' That there is no second branch or chain of this owner is as stated by the operator: no auditing witness followed it.'
    const hidden =
      withheld > 0
        ? ` ${new Intl.NumberFormat('en-US').format(withheld)} of the entries are withheld; that they are about others is as stated by the operator.`
        : ''
    const doubt = doubtOf(first, last, claim, brackets)
    if (doubt !== undefined)
      return this.findings.verdict(
        'complete',
        'not shown',
        `Complete as far as the operator’s clock says: ${numbered}${end} ${doubt}${who}${hidden}`,
      )
    return this.findings.verdict(
      'complete',
      'proven',
      `Nothing is left out: ${numbered}${end}${who}${hidden}`,
    )
  }

  #checkEnds(first: ChainStep, last: ChainStep, claim: Claim): void {
    if (first.seq !== 1 && !isBefore(first, claim))
      this.findings.add(
        `The beginning is open: the first entry has number ${first.seq}, and is not from ten minutes or more before the period.`,
        first.reference(),
      )
    if (!isAfter(last, claim) && !isExportOf(last, claim))
      this.findings.add(
        `The end is open: the last entry, number ${last.seq}, is neither this export itself nor from ten minutes or more after the period. Entries after it may be missing.`,
        last.reference(),
      )
  }
}

const isBefore = ({ atMs }: ChainStep, { asked: { from } }: Claim): boolean =>
  from !== null && atMs !== undefined && atMs < Date.parse(from) - disorderMs

const isAfter = ({ atMs }: ChainStep, { asked: { to } }: Claim): boolean =>
  to !== null && atMs !== undefined && atMs >= Date.parse(to) + disorderMs

/** The reason why the ends rest on the operator's clock alone, if they do. */
function doubtOf(
  first: ChainStep,
  last: ChainStep,
  claim: Claim,
  brackets: readonly Bracket[],
): string | undefined {
  const { from, to } = claim.asked
  if (first.seq !== 1 && from !== null && largeByMs(brackets, first.index + 1) > Date.parse(from))
    return `Nobody else had seen the first entry by the beginning of the period. If it is dated back, entries before it are left out.`
  // A log that ends with the last entry shows the same as one that does not have it yet.
  const endedAtMs = noLargerAtMs(brackets, last.index + 1)
  const isShown =
    (isAfter(last, claim) && to !== null && endedAtMs >= Date.parse(to)) ||
    (isExportOf(last, claim) && endedAtMs >= Date.parse(claim.madeAt) - makingMs)
  if (isShown) return undefined
  const since = isAfter(last, claim) ? 'after the end of the period' : 'within the hour before this export'
  return `No witness that you trust saw, ${since}, a log that had nothing after the last entry. If that is dated ahead, entries after it are left out.`
}

/** An older export is no end: entries after it could be left out. */
function isExportOf({ kind, ownerKind, atMs, facts }: ChainStep, { asked, owner, madeAt }: Claim): boolean {
  if (kind !== exportKind || ownerKind !== owner.kind) return false
  const told = facts()
  return (
    told?.['from'] === asked.from &&
    told['to'] === asked.to &&
    told['number'] === asked.number &&
    told['by'] === asked.by &&
    told['owner'] === owner.name &&
    atMs !== undefined &&
    Math.abs(Date.parse(madeAt) - atMs) <= makingMs
  )
}

function startBreakOf({ seq, previous }: ChainStep): string | undefined {
  if (seq === 0) return 'An entry has number 0, but chains begin with 1.'
  if (seq === 1 && !equalBytes(previous, noPrevious)) return 'The first entry names an entry before it.'
  return undefined
}

function breakOf(last: ChainStep, { index, seq, previous }: ChainStep): string | undefined {
  const expected = last.seq + 1
  if (seq > expected)
    return seq === expected + 1
      ? `Entry number ${expected} is missing.`
      : `Entries number ${expected} to ${seq - 1} are missing.`
  if (seq < expected) return `Number ${seq} comes again after number ${last.seq}.`
  if (!equalBytes(previous, last.hash))
    return `Entry number ${seq} follows another entry than the number ${last.seq} that is shown.`
  if (index <= last.index)
    return `Entry number ${seq} is at index ${index} of the log, which is not after index ${last.index} of the one before.`
  return undefined
}
