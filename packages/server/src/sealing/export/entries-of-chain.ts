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
  /** What was asked for. Of entries before it at most the head is shown. */
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
      // The last one is the end of the period, or this export.
      const isAsked = (row.seq >= period.first && row.seq <= period.last) || row.seq === lastSeq
      const place = isAsked
        ? 'asked'
        : row.seq > period.last
          ? 'after'
          : row.seq === firstSeq
            ? 'start'
            : 'before'
      yield { index: row.logIndex, seq: row.seq, previous, content: contentOf(row, shown, place) }
      previous = row.leafHash
      seq = row.seq
    }
  }
}

/** `after`: until the entry that closes the period. */
type Place = 'start' | 'before' | 'asked' | 'after'

/**
 * At the start at least the head is shown: its time says that the period begins after it. What comes after the period is later only by our own clock, so
 * its texts and consent are shown too: a STOP of the period could be hidden there.
 */
function contentOf(row: ChainRow, shown: Shown, place: Place): EntryContent {
  const content = wholeOf(row)
  const asked = content.shown === 'old' ? shownOfOld(row, shown) : shown(content.head, content.facts)
  const isWhole =
    place === 'asked' || (place === 'after' && (content.shown === 'old' || isConsent(content.head)))
  if (asked === 'all' && isWhole) return content
  const hasHead = place === 'start' || asked !== 'nothing'
  if (content.shown === 'old' || !hasHead) return { shown: 'nothing', commitment: commitContent(content) }
  const { head, headSalt, facts, factsSalt } = content
  return { shown: 'head', head, headSalt, factsCommitment: commitText(factsSalt, Buffer.from(facts)) }
}

const isConsent = (head: string): boolean =>
  /^(?:message|consent)\./.test((JSON.parse(head) as { readonly kind: string }).kind)

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
