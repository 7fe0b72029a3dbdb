import type { Manifest } from '../bundle/manifest.ts'

export type Outcome = 'proven' | 'failed' | 'not shown'

export const verdictNames = ['intact', 'authentic', 'witnessed', 'complete', 'in order', 'in time'] as const
export type VerdictName = (typeof verdictNames)[number]

/** An entry, so that a person finds it. */
export interface EntryReference {
  /** Of the log. */
  readonly index: number
  /** Of its chain. */
  readonly seq: number
  readonly file: string
  readonly line: number
  /** From the head, if that is shown. */
  readonly kind: string | undefined
  readonly at: string | undefined
  readonly subject: string | undefined
}

export interface Verdict {
  readonly name: VerdictName
  readonly outcome: Outcome
  /** For people, in whole sentences. */
  readonly words: string
  /** The first entry that shows the failure, if the failure is one of an entry. */
  readonly counterExample: EntryReference | undefined
  /** How many entries fail. */
  readonly failures: number
}

export interface Report {
  /** `unreadable` if there is no bundle to judge. */
  readonly outcome: Outcome | 'unreadable'
  /** 0 proven, 1 failed, 2 cannot be judged. */
  readonly exitCode: 0 | 1 | 2
  readonly words: string
  readonly bundle: BundleSummary | undefined
  readonly verdicts: readonly Verdict[]
  /** What no verdict says, in whole sentences. */
  readonly limits: readonly string[]
  readonly checkedAt: string
}

/** Of a bundle that does not end with the entry of its own export. */
export const unconfirmedClaims =
  'The log does not confirm whose records these are, who asked for them, for which period and for which phone number: the file says so, and nobody signs that.'

/** What the bundle says of itself, and what was counted. */
export interface BundleSummary {
  readonly origin: string
  readonly treeSize: number
  readonly logKeys: readonly string[]
  readonly owner: { readonly kind: string; readonly name: string; readonly tag: string }
  readonly asked: Manifest['asked']
  readonly madeAt: string
  /** Whether the last entry is that of this export, which says the same of owner, request and time. */
  readonly isConfirmed: boolean
  readonly entries: number
  readonly withoutFacts: number
  readonly withheld: number
  readonly firstSeq: number | undefined
  readonly lastSeq: number | undefined
  readonly witnesses: readonly { readonly name: string; readonly at: string | undefined }[]
}

/** Collects the failures of one verdict, and keeps the first. */
export class Findings {
  #first: { readonly words: string; readonly entry: EntryReference | undefined } | undefined
  #count = 0

  add(words: string, entry?: EntryReference): void {
    this.#first ??= { words, entry }
    this.#count += 1
  }

  get count(): number {
    return this.#count
  }

  /** A failure, if there is one, or else what the caller found. */
  verdict(name: VerdictName, outcome: Exclude<Outcome, 'failed'>, words: string): Verdict {
    if (!this.#first) return { name, outcome, words, counterExample: undefined, failures: 0 }
    return {
      name,
      outcome: 'failed',
      words: this.#first.words,
      counterExample: this.#first.entry,
      failures: this.#count,
    }
  }
}
