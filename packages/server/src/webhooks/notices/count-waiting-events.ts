import { readEvents } from '../../events/index.ts'
import type { Queryable } from '../../platform/db/pool.ts'

interface Waiting {
  readonly applicationId: number
  readonly types: readonly string[] | null
  readonly advisorIds: readonly number[] | null
  readonly position: number
  readonly parked: number
}

const countedMax = 1_000
const pageSize = 200

/** Events that the endpoint has not got, counted up to a thousand: those parked, and those of the log that it may see. */
export async function countWaitingEvents(db: Queryable, waiting: Waiting): Promise<string> {
  const { applicationId, types, advisorIds, parked } = waiting
  let { position } = waiting
  let events = parked
  while (events < countedMax) {
    const read = await readEvents(db, {
      applicationId,
      types: types ?? undefined,
      advisorIds: advisorIds ?? undefined,
      position,
      limit: pageSize,
    })
    events += read.events.length
    if (read.position >= read.newest || read.position === position || read.advisors === 0)
      return String(events)
    position = read.position
  }
  return `${countedMax} or more`
}
