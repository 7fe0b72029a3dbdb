import { type BundleEntry, commitContent, type EntryContent, noPrevious } from '@parley/evidence'
import { canonicalJson } from '../../journal/index.ts'
import type { Queryable } from '../../platform/db/pool.ts'
import { required } from '../../platform/db/rows.ts'
import { type ChainRow, chainAfter, leafBefore } from './queries.ts'
import type { Shown } from './shown-to.ts'

interface ChainPart {
  readonly advisorId: number
  readonly firstSeq: number
  readonly lastSeq: number
  /** Which entries are shown whole. The others prove by their commitment that none is missing. */
  readonly shown: Shown
}

const batchRows = 2_000

/** A part of an advisor's chain, entry by entry. */
export async function* entriesOfChain(db: Queryable, part: ChainPart): AsyncGenerator<BundleEntry, void> {
  const { advisorId, firstSeq, lastSeq, shown } = part
  const [before] = firstSeq > 1 ? await leafBefore(db, [advisorId, firstSeq]) : []
  let previous: Uint8Array = firstSeq > 1 ? required(before, 'the leaf before').leafHash : noPrevious
  for (let seq = firstSeq - 1; seq < lastSeq; ) {
    const rows = await chainAfter(db, [advisorId, seq, lastSeq, batchRows])
    if (rows.length === 0) throw new Error(`The chain ends at ${seq}, before ${lastSeq}`)
    for (const row of rows) {
      yield { index: row.logIndex, seq: row.seq, previous, content: contentOf(row, shown) }
      previous = row.leafHash
      seq = row.seq
    }
  }
}

function contentOf({ head, facts, salts, oldEntry, blinding }: ChainRow, shown: Shown): EntryContent {
  if (head && facts && salts) {
    const content = {
      shown: 'all',
      head: head.toString('utf8'),
      headSalt: salts.subarray(0, 16),
      facts: facts.toString('utf8'),
      factsSalt: salts.subarray(16),
    } as const
    if (shown(content.head, content.facts)) return content
    return { shown: 'nothing', commitment: commitContent(content) }
  }
  if (oldEntry === null) throw new Error('An entry of the chain is gone')
  const { facts: oldFacts, ...oldHead } = oldEntry
  const content = { shown: 'old', entry: canonicalJson(oldEntry), blinding } as const
  if (shown(JSON.stringify(oldHead), JSON.stringify(oldFacts ?? {}))) return content
  return { shown: 'nothing', commitment: commitContent(content) }
}
