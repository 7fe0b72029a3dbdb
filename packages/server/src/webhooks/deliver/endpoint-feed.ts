import type { PlacedEvent } from '../../events/index.ts'
import type { Outcome } from '../calls/attempt-delivery.ts'
import { EndpointHealth } from './endpoint-health.ts'
import { laneOf, type Parked, ParkedLanes } from './parked-lanes.ts'
import type { LeasedEndpoint, ParkedRow } from './queries.ts'
import { retryDelayMs } from './retry-times.ts'
import { UnrecordedEffects } from './unrecorded-effects.ts'

interface Pending {
  readonly placed: PlacedEvent
  /** Advisor and conversation. */
  readonly lane: string
  readAt: number
  state: 'waiting' | 'flying' | 'done'
}

/** What to send next. */
export interface Turn {
  readonly position: number
  readonly advisorId: number
  readonly lane: string
  readonly attempt: number
  readonly isParked: boolean
  /** Of a failing endpoint. */
  readonly isProbe: boolean
  /** Undefined: it was read too long ago and may have been forbidden since, so it is read again before it leaves. */
  readonly placed: PlacedEvent | undefined
}

export const windowMax = 200
const parkedMax = 10_000
/** Rights that ended meanwhile must stop it within five seconds. */
const freshMs = 1_000
/** A window that takes longer than that is read again as a whole, which costs one statement instead of one for each event. */
const renewMs = 500
/** A rate is kept over this time: a worker looks every 50 ms. */
const burstMs = 100

/**
 * The state of one endpoint in the worker that leases it: a window of the log, at most one delivery per conversation in flight,
 * and what failed, parked. Only the conversation of a parked event waits. Nothing here calls anybody.
 */
export class EndpointFeed {
  readonly endpoint: LeasedEndpoint
  readonly health: EndpointHealth
  /** The log was read up to here. */
  readTo: number
  hasNews = true
  /** When it last read, so that all get their turn. */
  readAt = 0
  effects = new UnrecordedEffects()
  #flying = 0
  #pending: Pending[] = []
  readonly #lanesFlying = new Set<string>()
  readonly #parked = new ParkedLanes()
  readonly #settled: ReadonlySet<number>
  #sendAt = 0
  #recordedPosition: number
  #recordedAt = 0

  /** `settled` are positions beyond the endpoint's own that were delivered or parked before. */
  constructor(endpoint: LeasedEndpoint, parked: readonly ParkedRow[], settled: ReadonlySet<number>) {
    this.endpoint = endpoint
    this.health = new EndpointHealth(endpoint)
    this.readTo = endpoint.position
    this.#recordedPosition = endpoint.position
    this.#settled = settled
    for (const { position, advisorId, lane, attempts, nextAt } of parked)
      this.#parked.add({ position, advisorId, lane, attempts, nextAt: nextAt.getTime() })
  }

  /** Everything before it is delivered or parked. */
  get position(): number {
    const [first] = this.#pending
    return first ? first.placed.position - 1 : this.readTo
  }

  /** How many more events it can take. A failing one needs one to probe with. */
  get room(): number {
    if (this.health.status === 'paused' || this.#parked.size >= parkedMax) return 0
    if (this.readTo >= (this.endpoint.endsAt ?? Number.POSITIVE_INFINITY)) return 0
    if (this.health.status === 'failing') return this.#pending.length + this.#parked.size === 0 ? 1 : 0
    return windowMax - this.#pending.length
  }

  /** The log has nothing for it between the two positions. */
  skipTo(from: number, position: number): void {
    if (this.readTo === from && !this.hasNews) this.readTo = position
  }

  take(events: readonly PlacedEvent[], readTo: number, now: number): void {
    const end = this.endpoint.endsAt ?? Number.POSITIVE_INFINITY
    for (const placed of events) {
      if (placed.position > end) break
      if (!this.#settled.has(placed.position))
        this.#pending.push({ placed, lane: laneOf(placed), readAt: now, state: 'waiting' })
    }
    this.readTo = Math.min(readTo, end)
    this.#parkBehind()
  }

  /** From where to where events wait that were read a while ago. Undefined: there are none. */
  aging(now: number): { readonly from: number; readonly to: number } | undefined {
    const first = this.#pending.find(({ state }) => state === 'waiting')
    const last = this.#pending.at(-1)
    if (!first || !last || now - first.readAt < renewMs || this.#isFailing) return undefined
    return { from: first.placed.position - 1, to: last.placed.position }
  }

  /** What was read again, with the rights of this moment. What waits and is no longer there is not sent. */
  renew(events: readonly PlacedEvent[], from: number, to: number, now: number): void {
    const visible = new Set(events.map(({ position }) => position))
    for (const pending of this.#pending) {
      const { position } = pending.placed
      if (pending.state !== 'waiting' || position <= from || position > to) continue
      if (visible.has(position)) pending.readAt = now
      else pending.state = 'done'
    }
    this.#advance()
  }

  /** The next delivery that may begin now. The caller reports its outcome with `settle` or `drop`. */
  next(now: number): Turn | undefined {
    if (!this.health.maySend(now, this.#flying) || now < this.#sendAt) return undefined
    const turn = this.#isFailing ? this.#oldest(now) : (this.#dueParked(now) ?? this.#waiting(now))
    const { eventsPerSecond } = this.endpoint
    if (turn && eventsPerSecond !== null)
      this.#sendAt = Math.max(now - burstMs, this.#sendAt) + 1_000 / eventsPerSecond
    return turn
  }

  /** What became of a delivery. */
  settle(turn: Turn, placed: PlacedEvent, outcome: Outcome, now: number, random: number): void {
    this.#land(turn)
    this.effects.addAttempt(placed, turn.attempt, outcome, now)
    if (outcome.kind === 'delivered') {
      if (this.health.succeed(now)) this.#parked.hurry(now)
      this.#finish(turn)
    } else {
      this.#retryLater(turn, outcome, now, random)
      this.health.fail(outcome, { now, random, isProbe: turn.isProbe })
    }
    this.#parkBehind()
  }

  /** The event may no longer be seen, so it is not sent. */
  drop(turn: Turn): void {
    this.#land(turn)
    this.#finish(turn)
    this.#advance()
  }

  /** A replay that is through. */
  get isOver(): boolean {
    const { endsAt } = this.endpoint
    return endsAt !== null && this.position >= endsAt && this.#parked.size === 0 && this.effects.isEmpty
  }

  /** Nothing was sent, and the feed is dropped: what was recorded counts. */
  abandon(turn: Turn): void {
    this.#land(turn)
  }

  /** Whether something has to be recorded: what happened, or now and then the position alone. */
  hasChanged(now: number, moveEveryMs: number): boolean {
    const hasMoved = this.position !== this.#recordedPosition && now - this.#recordedAt >= moveEveryMs
    return hasMoved || !this.effects.isEmpty
  }

  recorded(position: number, now: number): void {
    this.#recordedPosition = position
    this.#recordedAt = now
  }

  get #isFailing(): boolean {
    return this.health.status === 'failing'
  }

  /** Whether a delivery is under way. */
  get isBusy(): boolean {
    return this.#flying > 0
  }

  #retryLater(turn: Turn, outcome: Outcome, now: number, random: number): void {
    const { position, advisorId, lane, attempt: attempts } = turn
    const askedMs = outcome.kind === 'refused' ? outcome.retryAfterMs : undefined
    const delayMs = retryDelayMs(attempts, random, askedMs)
    const nextAt = now + (delayMs ?? 0)
    if (!turn.isParked) {
      this.#finish(turn)
      this.#park({ position, advisorId, lane, attempts, nextAt })
      return
    }
    // A probe of a failing endpoint is not the event's own failure.
    if (this.health.status !== 'active') return
    const head = this.#parked.head(laneOf(turn))
    if (!head) return
    head.attempts = attempts
    head.nextAt = nextAt
    if (delayMs !== undefined) this.effects.park(head)
    else {
      this.#parked.removeHead(laneOf(turn))
      this.effects.park(head, now)
    }
  }

  /** The oldest event of all, which is the probe of a failing endpoint. */
  #oldest(now: number): Turn | undefined {
    const head = this.#parked.oldest()
    const waiting = this.#pending.find(({ state }) => state === 'waiting')
    if (head && (!waiting || head.position < waiting.placed.position)) return this.#launchParked(head)
    return waiting && this.#launch(waiting, now)
  }

  #dueParked(now: number): Turn | undefined {
    const head = this.#parked.due(now, lane => this.#lanesFlying.has(lane))
    return head && this.#launchParked(head)
  }

  #waiting(now: number): Turn | undefined {
    const next = this.#pending.find(({ state, lane }) => state === 'waiting' && !this.#lanesFlying.has(lane))
    return next && this.#launch(next, now)
  }

  #launch(pending: Pending, now: number): Turn {
    const { placed, readAt } = pending
    const { position, advisorId, lane } = placed
    pending.state = 'flying'
    this.#takeOff(placed)
    const isFresh = now - readAt < freshMs
    return {
      position,
      advisorId,
      lane,
      attempt: 1,
      isParked: false,
      isProbe: this.#isFailing,
      placed: isFresh ? placed : undefined,
    }
  }

  #launchParked(head: Parked): Turn {
    const { position, advisorId, lane, attempts } = head
    this.#takeOff(head)
    return {
      position,
      advisorId,
      lane,
      attempt: attempts + 1,
      isParked: true,
      isProbe: this.#isFailing,
      placed: undefined,
    }
  }

  #takeOff(turn: Pick<Turn, 'advisorId' | 'lane'>): void {
    this.#flying += 1
    this.#lanesFlying.add(laneOf(turn))
  }

  #land(turn: Turn): void {
    this.#flying -= 1
    this.#lanesFlying.delete(laneOf(turn))
    this.#parked.lookAgain()
  }

  #finish(turn: Turn): void {
    if (turn.isParked) {
      this.#parked.removeHead(laneOf(turn))
      this.effects.unpark(turn.position)
    }
    const pending = this.#pending.find(({ placed }) => placed.position === turn.position)
    if (pending) pending.state = 'done'
  }

  #park(parked: Parked): void {
    this.#parked.add(parked)
    this.effects.park(parked)
  }

  /** Events behind a parked one of the same conversation wait there, so that others can pass. */
  #parkBehind(): void {
    for (const pending of this.#parked.size > 0 ? this.#pending : []) {
      if (pending.state !== 'waiting' || !this.#parked.has(pending.lane)) continue
      const { position, advisorId, lane } = pending.placed
      this.#park({ position, advisorId, lane, attempts: 0, nextAt: 0 })
      pending.state = 'done'
    }
    this.#advance()
  }

  #advance(): void {
    const first = this.#pending.findIndex(({ state }) => state !== 'done')
    this.#pending.splice(0, first === -1 ? this.#pending.length : first)
  }
}
