import { type BundleEntry, commitContent, commitText, type EntryContent, noPrevious } from '@parley/evidence'
import { canonicalJson } from '../../journal/index.ts'
import type { Queryable } from '../../platform/db/pool.ts'
import { required } from '../../platform/db/rows.ts'
import { type ChainRow, chainAfter, leafBefore } from './queries.ts'
import type { Shown } from './shown-to.ts'

/** Both numbers are in it. */
export interface SeqRange {
  readonly first: number
  readonly last: number
}

interface ChainPart {
  readonly advisorId: number
  readonly firstSeq: number
  readonly lastSeq: number
  /** What was asked for. Of other entries at most the head is shown, if they are at an end. */
  readonly period: SeqRange
  /** Which entries are shown whole. The others prove by their commitment that none is missing. */
  readonly shown: Shown
}

const batchRows = 2_000

/** A part of an advisor's chain, entry by entry. */
export async function* entriesOfChain(db: Queryable, part: ChainPart): AsyncGenerator<BundleEntry, void> {
  const { advisorId, firstSeq, lastSeq, shown, period } = part
  const [before] = firstSeq > 1 ? await leafBefore(db, [advisorId, firstSeq]) : []
  let previous: Uint8Array = firstSeq > 1 ? required(before, 'the leaf before').leafHash : noPrevious
  for (let seq = firstSeq - 1; seq < lastSeq; ) {
    const rows = await chainAfter(db, [advisorId, seq, lastSeq, batchRows])
    if (rows.length === 0) throw new Error(`The chain ends at ${seq}, before ${lastSeq}`)
    for (const row of rows) {
      const isEdge = row.seq === firstSeq || row.seq === lastSeq
      // The last one is the end of the period, or this export.
      const isAsked = (row.seq >= period.first && row.seq <= period.last) || row.seq === lastSeq
      yield { index: row.logIndex, seq: row.seq, previous, content: contentOf(row, shown, isEdge, isAsked) }
      previous = row.leafHash
      seq = row.seq
    }
  }
}

/** At its ends at least the heads are shown: their times say that the period begins and ends in between. */
function contentOf(row: ChainRow, shown: Shown, isEdge: boolean, isAsked: boolean): EntryContent {
  const content = wholeOf(row)
  const asked = content.shown === 'old' ? shownOfOld(row, shown) : shown(content.head, content.facts)
  if (asked === 'all' && isAsked) return content
  if (content.shown === 'old' || ((asked === 'nothing' || !isAsked) && !isEdge))
    return { shown: 'nothing', commitment: commitContent(content) }
  const { head, headSalt, facts, factsSalt } = content
  return { shown: 'head', head, headSalt, factsCommitment: commitText(factsSalt, Buffer.from(facts)) }
}

function shownOfOld({ oldEntry }: ChainRow, shown: Shown): ReturnType<Shown> {
  const { facts = {}, ...head } = required(oldEntry, 'the entry')
  return shown(JSON.stringify(head), JSON.stringify(facts))
}

type WholeContent = Extract<EntryContent, { readonly shown: 'all' | 'old' }>

function wholeOf({ head, facts, salts, oldEntry, blinding }: ChainRow): WholeContent {
  if (head && facts && salts)
    return {
      shown: 'all',
      head: head.toString('utf8'),
      headSalt: salts.subarray(0, 16),
      facts: facts.toString('utf8'),
      factsSalt: salts.subarray(16),
    }
  return { shown: 'old', entry: canonicalJson(required(oldEntry, 'an entry of the chain')), blinding }
}
