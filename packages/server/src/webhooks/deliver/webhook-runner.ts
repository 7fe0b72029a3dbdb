import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Agent } from 'undici'
import { createEventCursors, type EventCursors, LogCuts, logSize, ownersBetween } from '../../events/index.ts'
import type { SecretKeys } from '../../identity/index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { attemptDelivery } from '../calls/attempt-delivery.ts'
import { signedRequest } from '../calls/signed-request.ts'
import type { EndpointFeed, Turn } from './endpoint-feed.ts'
import { HolderSession } from './holder-session.ts'
import { type HeldFeed, loadFeeds } from './load-feeds.ts'
import {
  applicationsOfAdvisors,
  deleteReplays,
  endLeases,
  freeLeasesOfDead,
  isApplicationActive,
  leaseEndpoints,
  renewLeases,
} from './queries.ts'
import { readAgain, readNews } from './read-feed.ts'
import { recordEffects } from './record-effects.ts'

export interface WebhookParts {
  readonly database: Database
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  /** One for each endpoint, so that none waits for another's connections. */
  readonly createAgent: () => Agent
  /** Throws if no key is set. Only endpoints need it. */
  readonly secretKeys: () => SecretKeys
  readonly cell: number
  readonly publicOrigin: string
  /** Time and chance; tests replace them. */
  readonly now?: () => number
  readonly random?: () => number
}

/** Longer than it is held and a delivery takes together, so that two workers are never under way with one conversation. */
const leaseSeconds = 30
/** A process that was stopped for longer sends nothing more when it wakes. */
const holdMs = 12_000
const leasedAtOnce = 200
/** After so long without a renewal it counts whether a holder's session is still there. */
const silentSeconds = 4
/** What takes longer between the check of the rights and the call is not sent. */
const lateMs = 1_000
/** An endpoint that only moves along is recorded less often. */
const moveEveryMs = 10_000
const inFlightMax = 500
/** Those whose receivers time out may have half of them. */
const slowInFlightMax = inFlightMax / 2
const readsMax = 4
/** Of each tick, so that readers far behind delay nobody's deliveries. */
const readingMs = 300
/** After more news, everybody reads: it costs less than finding out whom it concerns. */
const newsMax = 20_000

/** The endpoints that this worker holds, and what is under way to them. */
export class WebhookRunner {
  readonly #parts: WebhookParts
  readonly #now: () => number
  readonly #random: () => number
  #cursors: EventCursors | undefined
  readonly #cuts: LogCuts
  readonly #holder = randomUUID()
  readonly #session: HolderSession
  readonly #held = new Map<number, HeldFeed>()
  /** No longer held, and not recorded yet. */
  readonly #dropped = new Set<HeldFeed>()
  /** Their secrets were encrypted with another key. */
  readonly #unreadable = new Set<number>()
  readonly #agents = new Map<number, Agent>()
  readonly #flights = new Set<Promise<void>>()
  #heldUntil = 0
  #tail = 0
  #inFlight = 0
  #slowInFlight = 0

  constructor(parts: WebhookParts) {
    this.#parts = parts
    this.#cuts = new LogCuts(parts.database)
    this.#now = parts.now ?? Date.now
    this.#random = parts.random ?? Math.random
    this.#session = new HolderSession(parts.database, this.#holder)
  }

  /** Keeps what is still held, and leases what nobody holds or what was changed. */
  async renew(): Promise<void> {
    const { database, secretKeys, log } = this.#parts
    const startedAt = performance.now()
    const held = this.#heldEndpoints()
    if (held.length > 0) {
      const renewed = await renewLeases(database, [...columnsOf(held), leaseSeconds])
      const kept = new Set(renewed.map(({ endpointId }) => endpointId))
      for (const each of this.#held.values()) if (!kept.has(each.feed.endpoint.endpointId)) this.#drop(each)
    }
    await this.#session.keep()
    await freeLeasesOfDead(database, [leaseSeconds, silentSeconds, this.#holder])
    // One that still has deliveries under way is leased when they have landed.
    const busyIds = [...this.#held.values(), ...this.#dropped].map(({ feed }) => feed.endpoint.endpointId)
    const excluded = [...busyIds, ...this.#unreadable]
    const leased = await leaseEndpoints(database, [leaseSeconds, leasedAtOnce, this.#holder, excluded])
    if (leased.length > 0) {
      const { feeds, unreadable } = await loadFeeds(database, leased, secretKeys())
      for (const each of feeds) this.#held.set(each.feed.endpoint.endpointId, each)
      for (const endpointId of unreadable) this.#unreadable.add(endpointId)
      if (unreadable.length > 0)
        log.warn({ endpointIds: unreadable.slice(0, 10) }, 'PARLEY_SECRET_KEY cannot decrypt webhook secrets')
    }
    this.#heldUntil = startedAt + holdMs
  }

  #drop(held: HeldFeed): void {
    const { endpointId } = held.feed.endpoint
    if (this.#held.get(endpointId) !== held) return
    this.#held.delete(endpointId)
    this.#dropped.add(held)
  }

  /** It has landed and is recorded. Its connections are closed; whoever leases it next opens new ones. */
  #forget(held: HeldFeed): void {
    const { endpointId } = held.feed.endpoint
    this.#dropped.delete(held)
    void this.#agents.get(endpointId)?.close()
    this.#agents.delete(endpointId)
  }

  #abandon(held: HeldFeed, turn: Turn): void {
    held.feed.abandon(turn)
    this.#drop(held)
  }

  async followLog(): Promise<void> {
    const { database } = this.#parts
    if (this.#held.size === 0) return
    const { size } = firstRow(await logSize(database, []), 'the size of the log')
    if (size === this.#tail) return
    // The database was restored: what was read is of another log, and is not recorded in this one.
    if (size < this.#tail) this.#held.clear()
    const from = this.#tail
    const isShort = size > from && size - from <= newsMax
    const concerned = isShort ? await this.#concernedBetween(from, size) : undefined
    this.#tail = size
    for (const { feed } of this.#held.values()) {
      if (concerned?.has(feed.endpoint.applicationId) ?? true) feed.hasNews = true
      else feed.skipTo(from, size)
    }
  }

  async #concernedBetween(from: number, to: number): Promise<ReadonlySet<number>> {
    const { database } = this.#parts
    const owners = await ownersBetween(database, [from, to])
    const advisorIds = owners.map(({ ownerId }) => ownerId).filter(ownerId => ownerId > 0)
    const applications = await applicationsOfAdvisors(database, [advisorIds])
    return new Set(applications.map(({ applicationId }) => applicationId))
  }

  /** Reads for those that have news and room. */
  async read(): Promise<void> {
    const startedAt = performance.now()
    const next = [...this.#held.values()]
      .map(({ feed }) => feed)
      .filter(feed => (feed.hasNews && feed.room > 0) || feed.aging(this.#now()))
      .toSorted((one, other) => one.readAt - other.readAt)
      .values()
    const work = async (): Promise<void> => {
      for (const feed of next) {
        if (performance.now() - startedAt > readingMs) return
        await readNews(this.#parts.database, feed, { tail: this.#tail, now: this.#now() })
      }
    }
    await Promise.all(Array.from({ length: readsMax }, work))
  }

  /** Begins deliveries by turns, one of each endpoint, until nobody has more or all slots are taken. */
  launch(): void {
    const now = this.#now()
    if (performance.now() >= this.#heldUntil) return
    let isAnyone = true
    while (isAnyone && this.#inFlight < inFlightMax) {
      isAnyone = false
      for (const held of this.#held.values()) {
        if (this.#inFlight >= inFlightMax) break
        if (held.feed.health.isSlow && this.#slowInFlight >= slowInFlightMax) continue
        const turn = held.feed.next(now)
        if (!turn) continue
        isAnyone = true
        this.#fly(held, turn)
      }
    }
  }

  #fly(held: HeldFeed, turn: Turn): void {
    const { isSlow } = held.feed.health
    this.#inFlight += 1
    if (isSlow) this.#slowInFlight += 1
    const flight = this.#deliver(held, turn)
      .catch((error: unknown) => {
        // The database did not answer: nothing was sent. The feed is read again from what was recorded.
        this.#parts.log.warn({ err: error }, 'could not read an event again')
        this.#abandon(held, turn)
      })
      .finally(() => {
        this.#inFlight -= 1
        if (isSlow) this.#slowInFlight -= 1
        this.#flights.delete(flight)
        if (this.#held.get(held.feed.endpoint.endpointId) === held) this.#continue(held)
      })
    this.#flights.add(flight)
  }

  /** What comes next does not wait for the next tick. */
  #continue(held: HeldFeed): void {
    if (performance.now() >= this.#heldUntil || this.#inFlight >= inFlightMax) return
    if (held.feed.health.isSlow && this.#slowInFlight >= slowInFlightMax) return
    const turn = held.feed.next(this.#now())
    if (turn) this.#fly(held, turn)
  }

  async #deliver(held: HeldFeed, turn: Turn): Promise<void> {
    const { feed, keys } = held
    const readAt = performance.now()
    const placed = turn.placed ?? (await readAgain(this.#parts.database, feed, turn))
    const { applicationId, endpointId } = feed.endpoint
    if (!placed) {
      const [application] = await isApplicationActive(this.#parts.database, [applicationId])
      if (application?.active) feed.drop(turn)
      else this.#abandon(held, turn)
      return
    }
    // The process may have been stopped meanwhile, or the endpoint changed.
    const isLate = performance.now() - readAt > lateMs || performance.now() >= this.#heldUntil
    if (isLate || this.#held.get(endpointId) !== held) {
      this.#abandon(held, turn)
      return
    }
    const at = this.#now()
    const { secretKeys, cell, publicOrigin } = this.#parts
    this.#cursors ??= createEventCursors(secretKeys(), cell)
    const living = keys.filter(({ expiresAt }) => expiresAt === null || expiresAt.getTime() > at)
    const restores = await this.#cuts.restores()
    const { headers, body } = signedRequest(placed.event, {
      at,
      publicOrigin,
      keys: living.map(({ key }) => key),
    })
    const { url, replayOf } = feed.endpoint
    const outcome = await attemptDelivery(this.#agentOf(endpointId), {
      url,
      body,
      headers: {
        ...headers,
        'parley-cursor': this.#cursors.print({ position: placed.position, restores }),
        ...(restores > 0 && { 'parley-restores': String(restores) }),
        'parley-attempt': String(turn.attempt),
        ...(replayOf !== null && { 'parley-replay': `rpl_${endpointId}` }),
      },
    })
    feed.settle(turn, placed, outcome, this.#now(), this.#random())
  }

  #agentOf(endpointId: number): Agent {
    const agent = this.#agents.get(endpointId) ?? this.#parts.createAgent()
    this.#agents.set(endpointId, agent)
    return agent
  }

  async record(): Promise<void> {
    const { database, log } = this.#parts
    const landed = [...this.#dropped].filter(({ feed }) => !feed.isBusy)
    const feeds = [...this.#held.values(), ...landed].map(({ feed }) => feed)
    const lost = new Set(await recordEffects(database, feeds, { now: this.#now(), moveEveryMs }))
    for (const each of landed) this.#forget(each)
    const over = feeds.filter(feed => feed.isOver).map(({ endpoint }) => endpoint)
    if (over.length > 0) await deleteReplays(database, columnsOf(over))
    for (const each of this.#held.values()) {
      const { endpoint, health, isOver } = each.feed
      if (health.status === 'paused') {
        const { applicationId, endpointId } = endpoint
        log.warn({ applicationId, endpointId, why: health.pausedBecause }, 'a webhook endpoint was paused')
      }
      if (isOver || health.status === 'paused' || lost.has(endpoint.endpointId)) this.#drop(each)
    }
  }

  /** Waits for what is under way, records it, and lets others lease the endpoints at once. */
  async finish(): Promise<void> {
    this.#heldUntil = 0
    await Promise.all(this.#flights)
    try {
      await this.record()
      const held = this.#heldEndpoints()
      if (held.length > 0) await endLeases(this.#parts.database, columnsOf(held))
    } finally {
      this.#session.end()
      await Promise.all([...this.#agents.values()].map(agent => agent.destroy()))
    }
  }

  #heldEndpoints(): readonly HeldFeed['feed']['endpoint'][] {
    return [...this.#held.values()].map(({ feed }) => feed.endpoint)
  }
}

const columnsOf = (
  held: readonly EndpointFeed['endpoint'][],
): [applicationIds: number[], endpointIds: number[], epochs: number[]] => [
  held.map(({ applicationId }) => applicationId),
  held.map(({ endpointId }) => endpointId),
  held.map(({ epoch }) => epoch),
]
