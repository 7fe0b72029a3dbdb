import { type Check, checkEach } from '../checks/check.ts'
import { conversationOf, numberOf } from './writers.ts'

interface Seen {
  readonly pages: readonly number[]
  readonly stream: readonly number[]
  readonly webhook: readonly number[]
}

/** What each reader was promised, given how many events were committed in each conversation that it may see. */
export function checkReaders(seen: Seen, committed: ReadonlyMap<number, number>): Check[] {
  const names = Object.keys(seen) as (keyof Seen)[]
  return [
    ...names.map(name => checkInOrder(`${name}: each event of a conversation once, in order`, seen[name])),
    ...names.map(name => checkComplete(`${name}: every committed event`, seen[name], committed)),
    ...names.map(name =>
      checkEach(`${name}: nothing of advisors who do not allow the application`, seen[name], id =>
        committed.has(conversationOf(id)) ? undefined : `subject ${id}`,
      ),
    ),
    checkEach('stream and pages: the same order', seen.pages.entries(), ([index, id]) =>
      seen.stream[index] === id ? undefined : `place ${index}: ${id} and ${seen.stream[index]}`,
    ),
  ]
}

export function checkInOrder(name: string, subjectIds: readonly number[]): Check {
  const last = new Map<number, number>()
  return checkEach(name, subjectIds, id => {
    const conversation = conversationOf(id)
    const before = last.get(conversation) ?? 0
    last.set(conversation, numberOf(id))
    return numberOf(id) === before + 1
      ? undefined
      : `conversation ${conversation}: ${numberOf(id)} after ${before}`
  })
}

export function checkComplete(
  name: string,
  subjectIds: readonly number[],
  committed: ReadonlyMap<number, number>,
): Check {
  const counts = new Map<number, number>()
  for (const id of subjectIds) counts.set(conversationOf(id), (counts.get(conversationOf(id)) ?? 0) + 1)
  return checkEach(name, committed, ([conversation, events]) =>
    counts.get(conversation) === events || (events === 0 && !counts.has(conversation))
      ? undefined
      : `conversation ${conversation}: ${counts.get(conversation) ?? 0} of ${events}`,
  )
}
