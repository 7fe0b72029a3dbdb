import type { Manifest } from '../bundle/manifest.ts'
import type { JournalEntry } from './journal-entry.ts'
import type { EntryReference, Findings } from './verdict.ts'

/** Checks that all entries are of one owner: the operator could put those of several into one chain, and show them as one person's. */
export class OwnerCheck {
  readonly #findings: Findings
  readonly #kind: Manifest['owner']['kind']
  #first: string | undefined

  constructor(findings: Findings, kind: Manifest['owner']['kind']) {
    this.#findings = findings
    this.#kind = kind
  }

  /** The owner is in the head. If that is withheld, there is nothing to compare. */
  add(entry: JournalEntry | undefined, reference: () => EntryReference): void {
    if (!entry) return
    const { owner, ownerKind } = entry
    this.#first ??= owner
    if (owner !== this.#first)
      this.#findings.add(
        `The entries are not of one owner: this one is of ${owner}, and the first of ${this.#first}.`,
        reference(),
      )
    else if (ownerKind !== this.#kind)
      this.#findings.add(
        `manifest.json says that the owner is of the kind ${this.#kind}, but the entry is of ${owner}.`,
        reference(),
      )
  }
}
