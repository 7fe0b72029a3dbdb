import { createHash } from 'node:crypto'
import type { ReadNodes } from '../src/index.ts'

const sha256 = (...parts: readonly Uint8Array[]): Uint8Array => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return new Uint8Array(hash.digest())
}

const leafPrefix = Uint8Array.of(0)
const nodePrefix = Uint8Array.of(1)

/** The definitions of RFC 6962, section 2.1, word for word and recursive. Shares no code with the package. */
export class NaiveTree {
  readonly #leafHashes: readonly Uint8Array[]
  readonly #known = new Map<string, Uint8Array>()

  constructor(entries: readonly Uint8Array[]) {
    this.#leafHashes = entries.map(entry => sha256(leafPrefix, entry))
  }

  /** MTH(D[start:end]). */
  hash(start: number, end: number): Uint8Array {
    if (end === start) return sha256()
    if (end - start === 1) return this.#leafHashes[start] ?? sha256()
    const key = `${start}:${end}`
    const middle = start + splitOf(end - start)
    const known = this.#known.get(key) ?? sha256(nodePrefix, this.hash(start, middle), this.hash(middle, end))
    this.#known.set(key, known)
    return known
  }

  /** PATH(index, D[start:end]). */
  path(index: number, start: number, end: number): Uint8Array[] {
    if (end - start === 1) return []
    const middle = start + splitOf(end - start)
    return start + index < middle
      ? [...this.path(index, start, middle), this.hash(middle, end)]
      : [...this.path(index - (middle - start), middle, end), this.hash(start, middle)]
  }

  /** SUBPROOF(old, D[start:end], complete). */
  subproof(old: number, start: number, end: number, complete = true): Uint8Array[] {
    if (old === end - start) return complete ? [] : [this.hash(start, end)]
    const middle = start + splitOf(end - start)
    return old <= middle - start
      ? [...this.subproof(old, start, middle, complete), this.hash(middle, end)]
      : [...this.subproof(old - (middle - start), middle, end, false), this.hash(start, middle)]
  }

  readonly read: ReadNodes = nodes =>
    Promise.resolve(nodes.map(({ level, index }) => this.hash(index * 2 ** level, (index + 1) * 2 ** level)))
}

function splitOf(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

/** A tree of any size in which all leaves are equal but a few: a node without one of those is known by its level. */
export class SparseTree {
  readonly #marked: ReadonlyMap<number, Uint8Array>
  readonly #indices: readonly number[]
  readonly #plain: Uint8Array[]

  constructor(plain: Uint8Array, marked: ReadonlyMap<number, Uint8Array>) {
    this.#marked = marked
    this.#indices = [...marked.keys()]
    this.#plain = [sha256(leafPrefix, plain)]
    for (let level = 0; level < 53; level += 1) {
      const below = this.#plain[level] ?? sha256()
      this.#plain.push(sha256(nodePrefix, below, below))
    }
  }

  node(level: number, index: number): Uint8Array {
    const start = index * 2 ** level
    const end = start + 2 ** level
    if (!this.#indices.some(marked => marked >= start && marked < end)) return this.#plain[level] ?? sha256()
    if (level === 0) return sha256(leafPrefix, this.#marked.get(index) ?? sha256())
    return sha256(nodePrefix, this.node(level - 1, 2 * index), this.node(level - 1, 2 * index + 1))
  }

  readonly read: ReadNodes = nodes =>
    Promise.resolve(nodes.map(({ level, index }) => this.node(level, index)))
}
