import type { Queryable } from '../platform/db/pool.ts'
import { Problem } from '../platform/problem/problem.ts'
import { entryIdOf } from './event-of.ts'
import { placeOfEntry } from './queries.ts'
import { type EventsRequest, type PlacedEvent, readEvents } from './read-events.ts'

type Reader = Omit<EventsRequest, 'position' | 'limit'>

/** One event, if the reader may see it now. */
export async function findEvent(db: Queryable, reader: Reader, eventId: string): Promise<PlacedEvent> {
  const [place] = await placeOfEntry(db, [entryIdOf(eventId)])
  const { advisorIds } = reader
  if (!place || (advisorIds && !advisorIds.includes(place.ownerId))) throw noEvent()
  const request = { ...reader, advisorIds: [place.ownerId], position: place.logIndex, limit: 1 }
  const { events } = await readEvents(db, request)
  const [found] = events
  if (found?.event.id !== eventId) throw noEvent()
  return found
}

const noEvent = (): Problem =>
  new Problem('not_found', 'There is no event with this id that the access token can read.')
