import { searchWordsOf } from '../../addressbook/index.ts'
import { containing } from '../../platform/db/like.ts'
import type { Queryable } from '../../platform/db/pool.ts'
import { cursorOf, farthest, farthestMs, positionOf } from '../../platform/paging/cursor.ts'
import {
  type ConversationRow,
  conversationRows,
  keysAmongFound,
  keysByMember,
  keysByReading,
  keysBySearch,
  keysByWalk,
  keysOfAwaiting,
  keysOfDeclined,
  keysOfFailed,
  keysOfUnread,
  sampleTexts,
} from './list-queries.ts'

type ConversationFilter = 'all' | 'unread' | 'awaiting_consent' | 'declined' | 'failed'

interface Wanted {
  readonly filter: ConversationFilter
  readonly search?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

interface FoundConversations {
  readonly conversations: readonly ConversationRow[]
  /** Undefined on the last page. */
  readonly nextCursor: string | undefined
}

interface Key {
  readonly memberId: number
  readonly position: readonly number[]
}

/** A page of an advisor's conversations. */
export async function listConversations(
  db: Queryable,
  advisorId: number,
  { filter, search, cursor, limit }: Wanted,
): Promise<FoundConversations> {
  const words = searchWordsOf(search)
  // Fetch one extra row to see whether there is a next page.
  const keys = await keysOf[filter](db, { advisorId, words, cursor, limit: limit + 1 })
  const shown = keys.slice(0, limit)
  const conversations = await conversationRows(db, [advisorId, shown.map(({ memberId }) => memberId)])
  const last = shown.at(-1)
  return { conversations, nextCursor: keys.length > limit && last ? cursorOf(last.position) : undefined }
}

interface Looked {
  readonly advisorId: number
  readonly words: readonly string[] | undefined
  readonly cursor: string | undefined
  readonly limit: number
}

type FindKeys = (db: Queryable, looked: Looked) => Promise<Key[]>

const byPosition =
  (query: typeof keysOfUnread): FindKeys =>
  async (db, { advisorId, words, cursor, limit }) => {
    const [before = farthest] = positionOf(cursor, [farthest])
    const rows = await query(db, [advisorId, before, patternsOf(words), limit])
    return rows.map(({ memberId, position }) => ({ memberId, position: [position] }))
  }

const keysOf: Record<ConversationFilter, FindKeys> = {
  all: (db, looked) => byPosition((_db, values) => latestFirst(db, values, looked.words))(db, looked),
  unread: byPosition(keysOfUnread),
  failed: byPosition(keysOfFailed),
  awaiting_consent: byTime(keysOfAwaiting),
  declined: byTime(keysOfDeclined),
}

function byTime(query: typeof keysOfAwaiting): FindKeys {
  return async (db, { advisorId, words, cursor, limit }) => {
    const [beforeMs = farthestMs, beforeId = farthest] = positionOf(cursor, [farthestMs, farthest])
    const rows = await query(db, [
      advisorId,
      beforeId,
      patternsOf(words),
      limit,
      new Date(Math.min(beforeMs, farthestMs)),
    ])
    return rows.map(({ memberId, at }) => ({ memberId, position: [at.getTime(), memberId] }))
  }
}

const patternsOf = (words: readonly string[] | undefined): readonly string[] | null =>
  words?.map(containing) ?? null

/** Above this many matching contacts, scanning the conversations is faster than starting from the contacts. */
const foundMax = 5_000
/** The trigram index needs at least three characters. */
const indexedCharacters = 3
/**
 * How many texts to scan backwards before switching plans, at 7 to 15 microseconds per text. More for a search: its
 * alternative takes five times as long.
 */
const walked = { forAll: 1_000, forWords: 2_000 }
/** Above this many texts per person, jumping from person to person is faster than reading every text. */
const textsPerPersonMax = 50

async function latestFirst(
  db: Queryable,
  page: [advisorId: number, before: number, patterns: readonly string[] | null, limit: number],
  words: readonly string[] | undefined,
) {
  const [advisorId, before, patterns, limit] = page
  const isIndexed = patterns !== null && words?.some(word => [...word].length >= indexedCharacters) === true
  if (isIndexed) {
    const isNumber = words.every(word => /^\d+$/.test(word))
    const found = await keysBySearch(db, [advisorId, before, patterns, limit], { isNumber, foundMax })
    if (found) return found
  }
  const latest = await keysByWalk(db, [...page, patterns === null ? walked.forAll : walked.forWords])
  if (latest.length === limit) return latest
  const [{ texts, people } = { texts: 0, people: 0 }] = await sampleTexts(db, [advisorId])
  if (texts > textsPerPersonMax * people) return keysByMember(db, page)
  return isIndexed ? keysAmongFound(db, [advisorId, before, patterns, limit]) : keysByReading(db, page)
}
