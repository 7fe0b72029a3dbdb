import { type Bracket, tightened } from './brackets.ts'
import type { JournalEntry } from './journal-entry.ts'
import { printTime } from './print-time.ts'
import { type EntryReference, Findings, type Verdict } from './verdict.ts'

/** Clocks of operator and witnesses may differ by this. */
const clockSkewMs = 60_000
/** Sealing may be late by this: a long transaction, a restart, a witness that sees an older checkpoint. */
const lateMaxMs = 600_000
/** Checkpoints further apart say too little about an entry between them. */
const widestMaxMs = 3_600_000

/** Compares the time in each entry with the clocks of others: it came into the log between two checkpoints that they saw. */
export class TimeCheck {
  readonly findings = new Findings()
  readonly #brackets: readonly Bracket[]
  readonly #nowMs: number
  #next = 0
  #widestMs = 0
  #bracketed = 0
  #open = 0
  /** Of those that are open: others state a time by which they were there. */
  #notLater = 0
  /** Of those that are open: entries from before there were salts. */
  #oldOpen = 0

  constructor(brackets: readonly Bracket[], nowMs: number) {
    this.#brackets = tightened(brackets)
    this.#nowMs = nowMs
  }

  add(index: number, entry: JournalEntry | undefined, isOld: boolean, reference: () => EntryReference): void {
    if (!entry) return
    if (Number.isNaN(entry.atMs)) {
      this.findings.add('The entry has no valid time.', reference())
      return
    }
    if (entry.atMs > this.#nowMs + clockSkewMs)
      this.findings.add(`The entry is dated ${printTime(entry.at)}, which is in the future.`, reference())
    while ((this.#brackets[this.#next]?.size ?? Number.POSITIVE_INFINITY) <= index) this.#next += 1
    const before = this.#brackets[this.#next - 1]
    const after = this.#brackets[this.#next]
    if (after && entry.atMs > after.latestMs + clockSkewMs)
      this.findings.add(
        `The entry is dated ${printTime(entry.at)}, but others had seen it in the log by ${iso(after.latestMs)}.`,
        reference(),
      )
    // Also if it has the form from before there were salts: that form proves no age, anybody can write it today.
    if (before && entry.atMs < before.earliestMs - lateMaxMs)
      this.findings.add(
        `The entry is dated ${printTime(entry.at)}, but it was not yet in the log when others saw it at ${iso(before.earliestMs)}. It was entered late.`,
        reference(),
      )
    // Without a checkpoint before it, an entry may have been written long after the time that it states. So it is with what was there when the log began.
    if (after && before && before.earliestMs > Number.NEGATIVE_INFINITY) {
      this.#bracketed += 1
      this.#widestMs = Math.max(this.#widestMs, after.latestMs - before.earliestMs)
    } else {
      this.#open += 1
      if (after) this.#notLater += 1
      if (isOld) this.#oldOpen += 1
    }
  }

  verdict(reasonNotShown: string | undefined, stamps: string): Verdict {
    const format = new Intl.NumberFormat('en-US')
    if (reasonNotShown !== undefined)
      return this.findings.verdict('in time', 'not shown', reasonNotShown + stamps)
    if (this.#open > 0 || this.#bracketed === 0) {
      const old =
        this.#oldOpen > 0
          ? ` Of these, ${format.format(this.#oldOpen)} have the form from before entries had salts. The log may have begun after them: that they are as old as they say is as stated by the operator.`
          : ''
      const notLater =
        this.#notLater > 0
          ? ` For ${format.format(this.#notLater)} of these others state only that they were written not later than some time: how long before it, and in which year, is as stated by the operator.`
          : ''
      return this.findings.verdict(
        'in time',
        'not shown',
        `For ${format.format(this.#open)} entries no one else states both a time before which and a time after which they cannot have been written.${notLater}${old} The others, ${format.format(this.#bracketed)}, agree with the clocks of witnesses and time-stamp authorities.${stamps}`,
      )
    }
    if (this.#widestMs > widestMaxMs)
      return this.findings.verdict(
        'in time',
        'not shown',
        `The time in each entry agrees with the clocks of witnesses and time-stamp authorities, but their checkpoints are up to ${span(this.#widestMs)} apart, which is too far to rely on.${stamps}`,
      )
    return this.findings.verdict(
      'in time',
      'proven',
      `The time in each of ${format.format(this.#bracketed)} entries agrees with the clocks of witnesses and time-stamp authorities. The checkpoints before and after an entry are at most ${span(this.#widestMs)} apart.${stamps}`,
    )
  }
}

const iso = (ms: number): string => printTime(new Date(ms).toISOString())

function span(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 120) return `${seconds} seconds`
  const minutes = Math.round(seconds / 60)
  if (minutes < 120) return `${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}
