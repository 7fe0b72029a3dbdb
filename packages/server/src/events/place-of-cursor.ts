import { Problem } from '../platform/problem/problem.ts'
import type { EventCursors } from './event-cursors.ts'
import type { LogCuts } from './log-cuts.ts'

/**
 * The position that a cursor names. A cursor that names events which a restore has undone is refused with the place to continue
 * from: its position names other events by now.
 */
export async function placeOfCursor(
  { cursors, cuts }: { readonly cursors: EventCursors; readonly cuts: LogCuts },
  cursor: string,
): Promise<number | undefined> {
  const place = cursors.parse(cursor)
  // A number that this database has not reached was given by one that is lost without a trace.
  if (!place || place.restores > (await cuts.restores())) return undefined
  const cut = await cuts.cutBefore(place)
  if (!cut) return place.position
  throw new Problem(
    'gone',
    'Events behind this cursor were lost when the service was restored from a backup.',
    {
      details: {
        cursor: cursors.print({ position: cut.size, restores: await cuts.restores() }),
        dateTimeCut: cut.completeUntil,
      },
    },
  )
}
