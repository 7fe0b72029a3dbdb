import type { Database } from '../../db/pool.ts'
import type { AppSession } from '../../http/session-guard.ts'
import { filterLivingSessions } from '../../identity/index.ts'
import { type Listening, readHorizon, readNews } from '../../journal/index.ts'
import { readReadings } from '../../texting/index.ts'
import { eventsOf, type LiveEvent } from './event-of.ts'

/** Where events go: one open connection. */
export interface Listener {
  readonly session: AppSession
  /** Everything since this moment is news to it. */
  since: Date
  readonly send: (event: LiveEvent) => void
  /** Everything before this moment has been sent. Also a sign of life. */
  readonly reach: (moment: Date) => void
  /** The session is over. */
  readonly end: () => void
}

interface Hub {
  add(listener: Listener): void
  remove(listener: Listener): void
  listenersOf(sessionId: number): number
  stop(): Promise<void>
}

interface HubParts {
  readonly database: Database
  readonly onFailure: (error: unknown) => void
}

const pollMs = 250
const failedPollMs = 1_000
const sessionCheckMs = 1_000
/** How often a connection on which nothing happens gets a sign of life. */
const beatMs = 15_000
const pageRows = 500

/**
 * Looks for what is new as long as somebody listens, and tells it. Nothing is announced by whoever writes: a notification
 * would make commits wait for each other. What happened is read from the journal, so it does not matter which process
 * wrote it, and a connection that was broken goes on from where it was on any process.
 */
export function createHub({ database, onFailure }: HubParts): Hub {
  /** With what each has been sent of the time that is still to be read again. */
  const listeners = new Map<Listener, Map<string, number>>()
  let turn: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let checkedAtMs = 0
  const reachedAtMs = new WeakMap<Listener, number>()

  const schedule = (delayMs: number): void => {
    if (timer || turn || isStopped || listeners.size === 0) return
    timer = setTimeout(() => {
      timer = undefined
      let nextMs = pollMs
      turn = poll()
        .catch((error: unknown) => {
          nextMs = failedPollMs
          onFailure(error)
        })
        .finally(() => {
          turn = undefined
          schedule(nextMs)
        })
    }, delayMs)
  }

  async function poll(): Promise<void> {
    await endOldSessions()
    // First the horizon, then the news: what ends in between is seen by the second.
    const horizon = await readHorizon(database)
    const asked = [...listeners.keys()]
    await tell(Map.groupBy(asked, ({ session }) => session.advisorId))
    for (const listener of asked) advance(listener, horizon)
  }

  async function endOldSessions(): Promise<void> {
    if (performance.now() - checkedAtMs < sessionCheckMs) return
    // Whoever comes while the database answers was not asked about.
    const asked = [...listeners.keys()]
    const sessions = new Map(asked.map(({ session }) => [session.id, session]))
    const living = await filterLivingSessions(database, [...sessions.values()])
    checkedAtMs = performance.now()
    for (const listener of asked) {
      if (living.has(listener.session.id)) continue
      listeners.delete(listener)
      listener.end()
    }
  }

  async function tell(groups: ReadonlyMap<number, readonly Listener[]>): Promise<void> {
    const from = [...groups].map(([advisorId, group]): Listening => {
      const since = new Date(Math.min(...group.map(listener => listener.since.getTime())))
      return { advisorId, since, afterId: 0 }
    })
    const groupOf = (advisorId: number): readonly Listener[] => groups.get(advisorId) ?? []
    for (let places = from; places.length > 0; ) {
      const news = await readNews(database, places, pageRows)
      for (const entry of news) {
        const events = eventsOf(entry)
        if (events.length > 0) {
          offer(groupOf(entry.advisorId), `entry ${entry.entryId}`, entry.at, events)
        }
      }
      places = [...Map.groupBy(news, ({ advisorId }) => advisorId)].flatMap(([advisorId, entries]) => {
        const last = entries.at(-1)
        if (!last || entries.length < pageRows) return []
        return [{ advisorId, since: last.at, afterId: last.entryId }]
      })
    }
    for (const { advisorId, memberId, readAt } of await readReadings(database, from)) {
      const events = [{ name: 'read', data: { memberId } }] as const
      offer(groupOf(advisorId), `reading ${memberId} ${readAt.getTime()}`, readAt, events)
    }
  }

  function offer(group: readonly Listener[], key: string, at: Date, events: readonly LiveEvent[]): void {
    for (const listener of group) {
      const sent = listeners.get(listener)
      if (!sent || sent.has(key) || at < listener.since) continue
      sent.set(key, at.getTime())
      for (const event of events) listener.send(event)
    }
  }

  /** From here on it is read again the next time. What lies before is done with. */
  function advance(listener: Listener, horizon: Date): void {
    const sent = listeners.get(listener)
    if (!sent) return
    const hasNews = sent.size > 0
    if (horizon > listener.since) listener.since = horizon
    for (const [key, atMs] of sent) if (atMs < listener.since.getTime()) sent.delete(key)
    const nowMs = performance.now()
    if (!hasNews && nowMs - (reachedAtMs.get(listener) ?? 0) < beatMs) return
    reachedAtMs.set(listener, nowMs)
    listener.reach(listener.since)
  }

  return {
    add: listener => {
      listeners.set(listener, new Map())
      reachedAtMs.set(listener, performance.now())
      schedule(0)
    },
    remove: listener => {
      listeners.delete(listener)
    },
    listenersOf: sessionId => [...listeners.keys()].filter(({ session }) => session.id === sessionId).length,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await turn
      listeners.clear()
    },
  }
}
