import { filterActiveSessions } from '../../identity/index.ts'
import type { AccountSession } from '../../platform/caller/app-session.ts'
import type { Database } from '../../platform/db/pool.ts'
import { readNews, readReached } from '../../sealing/index.ts'
import { readReadings } from '../../texting/index.ts'
import { eventsOf, type LiveEvent } from './event-of.ts'

/** How far a connection has come. */
export interface Place {
  /** The account's last entry in the log that was sent. */
  readonly seq: number
  /** Readings of conversations, which have no entry, are sent from this time on. */
  readonly readSince: Date
}

/** Receiver of events: one open connection. */
export interface Listener {
  readonly session: AccountSession
  place: Place
  readonly send: (event: LiveEvent) => void
  /** Everything up to this place has been sent. Also a keep-alive. */
  readonly reach: (place: Place) => void
  /** The session is over, or its person may no longer act for the advisor. */
  readonly end: () => void
  /** The log has gone back behind its place: it must connect again, and then starts anew. */
  readonly restart: () => void
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
/** A reading is dated before it is committed. It is looked for again for this long. */
export const readingOverlapMs = 30_000

/**
 * Polls for new entries while there are listeners, and sends them. Writers do not notify: NOTIFY would serialize commits.
 * Events come from the log, so it does not matter which process wrote them, and a broken connection can resume on any
 * process: the log gives each account's entries dense numbers, in the order in which they took effect.
 */
export function createHub({ database, onFailure }: HubParts): Hub {
  /** Each listener with the readings it was sent of those that are looked for again. */
  const listeners = new Map<Listener, Map<string, number>>()
  let turn: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let checkedAtMs = 0
  const reachedAtMs = new WeakMap<Listener, number>()
  /** Listeners that were sent something since they were told their place. */
  const hasNews = new WeakSet<Listener>()

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
    const isDue = performance.now() - checkedAtMs >= sessionCheckMs
    if (isDue) await endOldSessions()
    const asked = [...listeners.keys()]
    const groups = Map.groupBy(asked, ({ session }) => session.advisorId)
    // Before the readings: those that are dated later are looked for again.
    const now = isDue ? await restartLost(groups) : undefined
    await tellReadings(groups)
    await tellEntries(groups)
    for (const listener of asked) advance(listener, now && new Date(now.getTime() - readingOverlapMs))
  }

  /** Returns the time of the database. */
  async function restartLost(groups: ReadonlyMap<number, readonly Listener[]>): Promise<Date | undefined> {
    const reached = await readReached(database, [...groups.keys()])
    for (const { advisorId, seq } of reached) {
      for (const listener of groups.get(advisorId) ?? []) {
        if (listener.place.seq <= seq) continue
        listeners.delete(listener)
        listener.restart()
      }
    }
    return reached[0]?.now
  }

  async function endOldSessions(): Promise<void> {
    // Listeners that joined while the database responded were not checked.
    const asked = [...listeners.keys()]
    const sessions = asked.map(({ session }) => session)
    const living = await filterActiveSessions(database, sessions)
    checkedAtMs = performance.now()
    for (const listener of asked) {
      if (living.has(listener.session)) continue
      listeners.delete(listener)
      listener.end()
    }
  }

  /** In pages. Between them a listener's place is where the last page ended. */
  async function tellEntries(groups: ReadonlyMap<number, readonly Listener[]>): Promise<void> {
    const lowest = (group: readonly Listener[]): number => Math.min(...group.map(({ place }) => place.seq))
    let asked = [...groups].map(([advisorId, group]) => ({ advisorId, afterSeq: lowest(group) }))
    while (asked.length > 0) {
      const news = await readNews(database, asked, pageRows)
      const pages = Map.groupBy(news, ({ advisorId }) => advisorId)
      for (const entry of news) {
        const events = eventsOf(entry)
        for (const listener of groups.get(entry.advisorId) ?? []) {
          if (!listeners.has(listener) || entry.seq <= listener.place.seq) continue
          for (const event of events) listener.send(event)
          listener.place = { ...listener.place, seq: entry.seq }
          hasNews.add(listener)
        }
      }
      asked = [...pages]
        .filter(([, entries]) => entries.length === pageRows)
        .map(([advisorId, entries]) => ({ advisorId, afterSeq: entries.at(-1)?.seq ?? 0 }))
    }
  }

  async function tellReadings(groups: ReadonlyMap<number, readonly Listener[]>): Promise<void> {
    const asked = [...groups].map(([advisorId, group]) => ({
      advisorId,
      since: new Date(Math.min(...group.map(({ place }) => place.readSince.getTime()))),
    }))
    for (const { advisorId, memberId, readAt } of await readReadings(database, asked)) {
      const key = `${memberId} ${readAt.getTime()}`
      for (const listener of groups.get(advisorId) ?? []) {
        const sent = listeners.get(listener)
        if (!sent || sent.has(key) || readAt < listener.place.readSince) continue
        sent.set(key, readAt.getTime())
        listener.send({ name: 'read', data: { memberId } })
        hasNews.add(listener)
      }
    }
  }

  function advance(listener: Listener, readSince: Date | undefined): void {
    const sent = listeners.get(listener)
    if (!sent) return
    if (readSince && readSince > listener.place.readSince) listener.place = { ...listener.place, readSince }
    for (const [key, atMs] of sent) if (atMs < listener.place.readSince.getTime()) sent.delete(key)
    const nowMs = performance.now()
    if (!hasNews.delete(listener) && nowMs - (reachedAtMs.get(listener) ?? 0) < beatMs) return
    reachedAtMs.set(listener, nowMs)
    listener.reach(listener.place)
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
