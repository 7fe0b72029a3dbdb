import { CompactRange, disorderMs, encodeLeaf, leafHash, noPrevious } from '@parley/evidence'
import { commitmentOf } from './commitment-of.ts'
import type { Finding } from './finding.ts'
import type { SealedRow, SignedRow } from './queries.ts'

interface ChainEnd {
  readonly seq: number
  readonly hash: Uint8Array
}

/** Follows the log from its first leaf: every chain, every entry's content, and the tree at each size that was signed. */
export class LogWalk {
  readonly #report: (finding: Finding) => void
  readonly #signed: readonly SignedRow[]
  #nextSigned = 0
  readonly #tree = new CompactRange()
  readonly #chains = new Map<number, ChainEnd>()
  #latestSaltedMs = Number.NEGATIVE_INFINITY
  /** Leaves whose entry is gone. */
  entriesMissing = 0

  /** The signed trees by size. */
  constructor(signed: readonly SignedRow[], report: (finding: Finding) => void) {
    this.#signed = signed
    this.#report = report
    this.#compareTree()
  }

  /** The rows of all leaves from one index up to another. */
  take(fromIndex: number, beforeIndex: number, rows: readonly SealedRow[]): void {
    const byIndex = new Map(rows.map(row => [row.logIndex, row]))
    for (let logIndex = fromIndex; logIndex < beforeIndex; logIndex += 1) {
      const row = byIndex.get(logIndex)
      if (row) this.#takeLeaf(row)
      else this.#report({ kind: 'leaf_missing', logIndex })
      // Any hash will do in the place of one that is gone: the tree is another then.
      this.#tree.append(row?.leafHash ?? noPrevious)
      this.#compareTree()
    }
  }

  #takeLeaf(row: SealedRow): void {
    const { logIndex, ownerId, entryId, seq, tag } = row
    const chain = this.#chains.get(ownerId) ?? { seq: 0, hash: noPrevious }
    this.#chains.set(ownerId, { seq, hash: row.leafHash })
    const isLate = this.#isEnteredLate(row)
    if (seq !== chain.seq + 1) return this.#report({ kind: 'chain_broken', logIndex, entryId })
    const commitment = commitmentOf(row)
    if (!commitment) {
      this.entriesMissing += 1
      return this.#report({ kind: 'entry_missing', logIndex, entryId })
    }
    const leaf = tag && encodeLeaf({ type: 'entry', tag, seq, previous: chain.hash, commitment })
    if (!leaf || Buffer.compare(leafHash(leaf), row.leafHash) !== 0 || !agreesWithHead(row))
      return this.#report({ kind: 'entry_changed', logIndex, entryId })
    if (isLate) this.#report({ kind: 'entered_late', logIndex, entryId })
    if (this.#isDatedAhead(row)) this.#report({ kind: 'dated_ahead', logIndex, entryId })
  }

  /** By the first kept checkpoint with the entry: the database dates both. One that is not signed yet is judged by the next check. */
  #isDatedAhead({ occurredAt }: SealedRow): boolean {
    const signed = this.#signed[this.#nextSigned]
    return signed !== undefined && occurredAt.getTime() > signed.signedAt.getTime() + disorderMs
  }

  /**
   * Entries without salts are older than the log, or were written by processes of the previous release while the first ones of the new release were
   * running already: those are dated like their neighbours. So the place in the log alone would raise an alarm in installations that were upgraded, and
   * the first salted entry of the same chain would not find a chain that has none.
   */
  #isEnteredLate({ head, oldEntry, occurredAt }: SealedRow): boolean {
    const atMs = occurredAt.getTime()
    if (head) this.#latestSaltedMs = Math.max(this.#latestSaltedMs, atMs)
    return !head && oldEntry !== null && atMs < this.#latestSaltedMs - disorderMs
  }

  root(): Uint8Array {
    return this.#tree.root()
  }

  #compareTree(): void {
    for (;;) {
      const signed = this.#signed[this.#nextSigned]
      if (signed?.size !== this.#tree.size) return
      this.#nextSigned += 1
      if (signed.root !== Buffer.from(this.#tree.root()).toString('base64'))
        this.#report({ kind: 'tree_changed', size: signed.size })
    }
  }
}

/** The service finds entries by these columns. What was sealed is the head, and it has one form of time only. */
function agreesWithHead({ head, oldEntry, kind, subjectId, occurredAt, ownerId }: SealedRow): boolean {
  const told = (head ? JSON.parse(head.toString('utf8')) : oldEntry) as {
    readonly kind: string
    readonly at: string
    readonly subject: { readonly id: number }
    readonly advisorId?: number
    readonly firmId?: number
  }
  const owner = told.advisorId ?? (told.firmId === undefined ? 0 : -told.firmId)
  return (
    told.kind === kind &&
    told.subject.id === subjectId &&
    owner === ownerId &&
    told.at === occurredAt.toISOString()
  )
}
