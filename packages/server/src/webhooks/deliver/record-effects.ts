import type { Queryable } from '../../platform/db/pool.ts'
import type { EndpointFeed } from './endpoint-feed.ts'
import { recordDeliveries } from './queries.ts'
import { UnrecordedEffects } from './unrecorded-effects.ts'

interface Recording {
  readonly now: number
  readonly moveEveryMs: number
}

/** Records what happened since the last time. Returns the endpoints that somebody else holds now, or that were changed. */
export async function recordEffects(
  db: Queryable,
  feeds: readonly EndpointFeed[],
  { now, moveEveryMs }: Recording,
): Promise<readonly number[]> {
  const changed = feeds.filter(feed => feed.hasChanged(now, moveEveryMs))
  if (changed.length === 0) return []
  const taken = changed.map(feed => {
    const { effects, position } = feed
    feed.effects = new UnrecordedEffects()
    return { feed, effects, position }
  })
  try {
    const kept = await recordDeliveries(db, [
      JSON.stringify(taken.map(({ feed, position }) => endpointOf(feed, position))),
      jsonOf(taken, ({ attempts }) => attempts),
      jsonOf(taken, ({ parked }) =>
        [...parked.values()].map(({ nextAt, missedAt, ...row }) => ({
          ...row,
          nextAt: new Date(nextAt).toISOString(),
          missedAt: missedAt === null ? null : new Date(missedAt).toISOString(),
        })),
      ),
      jsonOf(taken, ({ unparked }) => [...unparked].map(position => ({ position }))),
    ])
    const keptIds = new Set(kept.map(({ endpointId }) => endpointId))
    for (const { feed, position } of taken) feed.recorded(position, now)
    return changed.map(({ endpoint }) => endpoint.endpointId).filter(endpointId => !keptIds.has(endpointId))
  } catch (error) {
    for (const { feed, effects } of taken) feed.effects.addOlder(effects)
    throw error
  }
}

interface Taken {
  readonly feed: EndpointFeed
  readonly effects: UnrecordedEffects
}

const jsonOf = (taken: readonly Taken[], rowsOf: (effects: UnrecordedEffects) => readonly object[]): string =>
  JSON.stringify(
    taken.flatMap(({ feed: { endpoint }, effects }) =>
      rowsOf(effects).map(row => ({
        applicationId: endpoint.applicationId,
        endpointId: endpoint.endpointId,
        replayOf: endpoint.replayOf,
        ...row,
      })),
    ),
  )

const timeOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

function endpointOf(feed: EndpointFeed, position: number): object {
  const { applicationId, endpointId, epoch } = feed.endpoint
  const { status, pausedBecause, failures, probes, failingSince, probeAt, deliveredAt } = feed.health
  return {
    applicationId,
    endpointId,
    epoch,
    position,
    status,
    pausedBecause,
    failures,
    probes,
    failingSince: timeOf(failingSince),
    probeAt: timeOf(probeAt),
    deliveredAt: timeOf(deliveredAt),
  }
}
