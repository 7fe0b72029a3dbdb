import { filterActiveSessions } from '../../identity/index.ts'
import { type Listening, readHorizon, readNews } from '../../journal/index.ts'
import type { AppSession } from '../../platform/caller/app-session.ts'
import type { Database } from '../../platform/db/pool.ts'
import { readReadings } from '../../texting/index.ts'
import { eventsOf, type LiveEvent } from './event-of.ts'

/** Receiver of events: one open connection. */
export interface Listener {
  readonly session: AppSession
  /** Everything since this time is new to it. */
  since: Date
  readonly send: (event: LiveEvent) => void
  /** Everything before this time has been sent. Also a keep-alive. */
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
/** Interval of keep-alives on an idle connection. */
const beatMs = 15_000
const pageRows = 500

/**
 * Polls for new entries while there are listeners, and sends them. Writers do not notify: NOTIFY would serialize commits.
 * Events come from the journal, so it does not matter which process wrote them, and a broken connection can resume on any
 * process.
 */
export function createHub({ database, onFailure }: HubParts): Hub {
  /** Each listener with what it was sent of the range that is read again. */
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
    // First the horizon, then the news: what commits in between is seen by the second.
    const horizon = await readHorizon(database)
    const asked = [...listeners.keys()]
    await tell(Map.groupBy(asked, ({ session }) => session.advisorId))
    for (const listener of asked) advance(listener, horizon)
  }

  async function endOldSessions(): Promise<void> {
    if (performance.now() - checkedAtMs < sessionCheckMs) return
    // Listeners that joined while the database responded were not checked.
    const asked = [...listeners.keys()]
    const sessions = new Map(asked.map(({ session }) => [session.id, session]))
    const living = await filterActiveSessions(database, [...sessions.values()])
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

  /** The next poll reads again from here. Everything before is done. */
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
