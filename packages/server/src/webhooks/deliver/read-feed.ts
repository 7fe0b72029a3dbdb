import { type PlacedEvent, readEvents } from '../../events/index.ts'
import type { Queryable } from '../../platform/db/pool.ts'
import { type EndpointFeed, type Turn, windowMax } from './endpoint-feed.ts'

/** Reads on, and reads again what has waited for a while. `tail` is the size of the log that has been noticed. */
export async function readNews(
  db: Queryable,
  feed: EndpointFeed,
  { tail, now }: { readonly tail: number; readonly now: number },
): Promise<void> {
  feed.readAt = performance.now()
  await readWindowAgain(db, feed, now)
  if (!feed.hasNews || feed.room === 0) return
  const read = await readEvents(db, { ...readerOf(feed), position: feed.readTo, limit: feed.room })
  feed.hasNews = read.advisors > 0 && read.position < Math.max(read.newest, tail)
  // Nobody allows the application, or it was disabled just now: then its place must not move.
  if (read.advisors > 0) feed.take(read.events, read.position, now)
}

/** With the rights of this moment, so that a window that takes long to deliver stays true. */
async function readWindowAgain(db: Queryable, feed: EndpointFeed, now: number): Promise<void> {
  const aging = feed.aging(now)
  if (!aging) return
  const { from, to } = aging
  const read = await readEvents(db, { ...readerOf(feed), position: from, end: to, limit: windowMax })
  if (read.advisors > 0) feed.renew(read.events, from, Math.min(to, read.position), now)
}

/** One event, with the rights of this moment. */
export async function readAgain(
  db: Queryable,
  feed: EndpointFeed,
  { position, advisorId }: Turn,
): Promise<PlacedEvent | undefined> {
  const { events } = await readEvents(db, {
    ...readerOf(feed),
    advisorIds: [advisorId],
    position: position - 1,
    end: position,
    limit: 1,
  })
  return events.find(placed => placed.position === position)
}

const readerOf = ({ endpoint: { applicationId, types, advisorIds } }: EndpointFeed) => ({
  applicationId,
  types: types ?? undefined,
  advisorIds: advisorIds ?? undefined,
})
