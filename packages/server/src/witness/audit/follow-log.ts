import {
  type ChainBreak,
  type ChainPosition,
  type Checkpoint,
  CompactRange,
  decodeLeaf,
  FormatError,
  followChain,
  leafHash,
  proveConsistency,
  startOfChain,
  tileWidth,
  verifyConsistency,
} from '@parley/evidence'
import { type AuditState, chainKey, chainsMax } from './audit-state.ts'
import { type LogReader, UnreadableLogError } from './log-reader.ts'

/** The first leaf that breaks its chain. */
export interface BrokenChain {
  readonly break: ChainBreak
  readonly leaf: Uint8Array
  /** Where the chain stood before. */
  readonly before: ChainPosition | undefined
}

interface Followed {
  readonly state: AuditState
  readonly broken: BrokenChain | undefined
}

/** After so many leaves the state is stored, so that a restart during the first reading of a large log loses little. */
const stepLeaves = 256 * tileWidth
const fetchesAtOnce = 8

/**
 * Follows a log one step towards a signed checkpoint. The leaves of the step are believed only when the tree that they give is the
 * beginning of the signed one: so a broken chain is the log's own doing, and not a fault of the network.
 */
export async function followStep(
  state: AuditState,
  { head }: Checkpoint,
  reader: LogReader,
): Promise<Followed> {
  const start = state.range.size
  const nextStep = (Math.floor(start / stepLeaves) + 1) * stepLeaves
  const end = Math.min(nextStep, head.size)
  const step = new Step(state)
  for (let index = Math.floor(start / tileWidth); index * tileWidth < end; index += fetchesAtOnce) {
    const count = Math.min(fetchesAtOnce, Math.ceil(end / tileWidth) - index)
    const bundles = await Promise.all(
      Array.from({ length: count }, (_, offset) => reader.entries(index + offset, head.size)),
    )
    for (const leaf of bundles.flat().slice(Math.max(0, start - index * tileWidth))) step.take(leaf)
  }
  if (!(await isBeginning(step.range, head, reader)))
    throw new UnreadableLogError('The entries that the log serves are not those that it signed.')
  return step.result()
}

async function isBeginning(
  range: CompactRange,
  { size, root }: Checkpoint['head'],
  reader: LogReader,
): Promise<boolean> {
  const claim = { oldSize: range.size, oldRoot: range.root(), size, root }
  const proof = range.size === size ? [] : await proveConsistency(range.size, size, reader.nodes(size))
  return verifyConsistency(claim, proof)
}

/** Whether a signed tree, not larger than what was followed, is the beginning of it. */
export async function isFollowed(
  { range }: AuditState,
  { head }: Checkpoint,
  reader: LogReader,
): Promise<boolean> {
  // The empty tree is the beginning of every tree, and has one root, which was compared before.
  if (head.size === 0) return true
  const proof =
    head.size === range.size ? [] : await proveConsistency(head.size, range.size, reader.nodes(range.size))
  return verifyConsistency(
    { oldSize: head.size, oldRoot: head.root, size: range.size, root: range.root() },
    proof,
  )
}

interface Chain {
  readonly key: string
  /** Undefined for the first leaf of a chain. */
  readonly known: ChainPosition | undefined
  readonly position: ChainPosition
}

const nowhere = startOfChain(new Uint8Array(16))

/** The leaves of one step, on top of a state that stays as it is. */
class Step {
  readonly range: CompactRange
  readonly #state: AuditState
  readonly #changed = new Map<string, ChainPosition>()
  #broken: BrokenChain | undefined

  constructor(state: AuditState) {
    this.#state = state
    this.range = CompactRange.restore(state.range.serialize())
  }

  take(bytes: Uint8Array): void {
    const index = this.range.size
    const chain = this.#broken ? undefined : this.#chainOf(bytes)
    const followed = chain && followChain(chain.position, [{ index, bytes }])
    if (!chain || !followed || followed.break) {
      this.range.append(leafHash(bytes))
      if (followed?.break) this.#broken = { break: followed.break, leaf: bytes, before: chain?.known }
      return
    }
    const { position } = followed
    // A link's hash was needed to follow the chain. Only a head statement leaves the chain as it was.
    this.range.append(position.hash === chain.position.hash ? leafHash(bytes) : position.hash)
    this.#changed.set(chain.key, position)
    if (this.#changed.size > chainsMax) throw new UnreadableLogError('The log has too many chains.')
  }

  #chainOf(bytes: Uint8Array): Chain {
    try {
      const { tag: view, type, seq, previous } = decodeLeaf(bytes)
      const key = chainKey(view)
      const known = this.#changed.get(key) ?? this.#state.chains.get(key)
      if (known) return { key, known, position: known }
      // Copied: a view would keep the whole bundle in memory.
      const tag = new Uint8Array(view)
      // A chain that comes from another log goes on with its number. That log has a witness of its own.
      const position: ChainPosition =
        type === 'continuation'
          ? { tag, seq: seq - 1, hash: new Uint8Array(previous), index: -1 }
          : startOfChain(tag)
      return { key, known: undefined, position }
    } catch (error) {
      // A leaf that cannot be read breaks any chain.
      if (error instanceof FormatError) return { key: '', known: undefined, position: nowhere }
      throw error
    }
  }

  result(): Followed {
    if (this.#broken) return { state: this.#state, broken: this.#broken }
    const chains = new Map([...this.#state.chains, ...this.#changed])
    if (chains.size > chainsMax) throw new UnreadableLogError('The log has too many chains.')
    return { state: { range: this.range, chains, evidence: undefined }, broken: undefined }
  }
}
