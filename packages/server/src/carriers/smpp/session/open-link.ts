// Everything between us and one carrier: several binds, and how much may be under way on them.
import type { Request, SmppConnection } from './connection.ts'
import { type BindKind, type Bound, keepBound, type Peer, type Timings } from './keep-bound.ts'
import { createThrottle } from './throttle.ts'

export interface LinkSettings {
  readonly peer: Peer
  /** One bind both ways, or one for each way. */
  readonly bindAs: 'transceiver' | 'pair'
  /** How many of them. */
  readonly binds: number
  /** How many requests may be without an answer on each. */
  readonly window: number
  readonly timings: Timings & { readonly throttleFirstMs: number; readonly throttleMostMs: number }
}

interface LinkOptions extends LinkSettings {
  readonly onRequest: (request: Request, connection: SmppConnection) => void
  readonly onTrouble: (why: string) => void
}

/** A place in the window. It must be given back by `release`. */
interface Place {
  readonly connection: SmppConnection
  release(): void
}

type Refusal =
  | { readonly refusal: 'unsent' }
  | { readonly refusal: 'throttled'; readonly retryAfterMs: number }

export interface LinkState {
  readonly bound: number
  readonly binds: number
  readonly waiting: number
  readonly allowed: number
  readonly pausedForMs: number
}

export interface Link {
  /** A link that cannot hear does not speak: nobody could tell us to stop. */
  readonly isUp: boolean
  readonly state: LinkState
  /**
   * Waits for a place in the window until the time has come. What has begun goes before what has not, and waits where
   * the link is down or the peer wants less; the others are refused then.
   */
  enter(notAfterMs: number, hasBegun: boolean): Promise<Place | Refusal>
  /** What the peer said to a request. */
  heard(answer: 'taken' | 'throttled'): void
  /** Takes nothing new. */
  stop(): void
  /** Unbinds when the answers under way have come. */
  close(): Promise<void>
}

interface Waiter {
  readonly notAfterMs: number
  readonly hasBegun: boolean
  readonly resolve: (place: Place | Refusal) => void
}

const unsent: Refusal = { refusal: 'unsent' }
const longestTimerMs = 2 ** 31 - 1

export function openLink(options: LinkOptions): Link {
  const { peer, bindAs, binds, window, timings, onRequest, onTrouble } = options
  const throttle = createThrottle({
    most: window * binds,
    firstPauseMs: timings.throttleFirstMs,
    mostPauseMs: timings.throttleMostMs,
  })
  const kinds: readonly BindKind[] = bindAs === 'pair' ? ['transmitter', 'receiver'] : ['transceiver']
  const underWay = new Map<SmppConnection, number>()
  const begun: Waiter[] = []
  const fresh: Waiter[] = []
  let total = 0
  let isStopped = false
  let turn = 0
  let timer: NodeJS.Timeout | undefined
  let timerAtMs = Number.POSITIVE_INFINITY
  const all: Bound[] = []
  for (let count = 0; count < binds; count += 1) {
    for (const kind of kinds) {
      all.push(keepBound({ peer, kind, timings, onRequest, onChange: pump, onTrouble }))
    }
  }
  const speakers = all.filter(({ kind }) => kind !== 'receiver')
  const hearers = all.filter(({ kind }) => kind !== 'transmitter')

  const isUp = (): boolean => speakers.some(isBound) && hearers.some(isBound)

  function pump(): void {
    const now = performance.now()
    serve(begun, now)
    serve(fresh, now)
    schedule(now)
  }

  function serve(waiters: Waiter[], now: number): void {
    let served = 0
    for (const waiter of waiters) {
      const answer = answerTo(waiter, now)
      if (!answer) break
      waiter.resolve(answer)
      served += 1
    }
    waiters.splice(0, served)
  }

  function answerTo({ notAfterMs, hasBegun }: Waiter, now: number): Place | Refusal | undefined {
    if (now >= notAfterMs) return unsent
    if (!isUp()) return isStopped || !hasBegun ? unsent : undefined
    if (isStopped && !hasBegun) return unsent
    const pausedForMs = throttle.pausedUntilMs - now
    if (pausedForMs > 0) {
      return hasBegun ? undefined : { refusal: 'throttled', retryAfterMs: Math.ceil(pausedForMs) }
    }
    return total < throttle.allowed ? findPlace() : undefined
  }

  /** In turn, so that the binds are used alike. */
  function findPlace(): Place | undefined {
    for (let tried = 0; tried < speakers.length; tried += 1) {
      turn = (turn + 1) % speakers.length
      const connection = speakers[turn]?.connection
      if (connection && (underWay.get(connection) ?? 0) < window) return take(connection)
    }
    return undefined
  }

  function take(connection: SmppConnection): Place {
    total += 1
    underWay.set(connection, (underWay.get(connection) ?? 0) + 1)
    return {
      connection,
      release: () => {
        total -= 1
        const left = (underWay.get(connection) ?? 1) - 1
        if (left > 0) underWay.set(connection, left)
        else underWay.delete(connection)
        if (begun.length + fresh.length > 0) pump()
      },
    }
  }

  /** For the end of a pause, and for those whose time comes while they wait. */
  function schedule(now: number): void {
    const waiters = [begun[0], fresh[0]].filter(waiter => waiter !== undefined)
    if (waiters.length === 0) return
    const pausedUntilMs = throttle.pausedUntilMs > now ? throttle.pausedUntilMs : Number.POSITIVE_INFINITY
    const atMs = Math.min(pausedUntilMs, ...waiters.map(({ notAfterMs }) => notAfterMs))
    if (atMs >= timerAtMs || atMs - now > longestTimerMs) return
    clearTimeout(timer)
    timerAtMs = atMs
    timer = setTimeout(
      () => {
        timerAtMs = Number.POSITIVE_INFINITY
        pump()
      },
      Math.max(0, Math.ceil(atMs - now)),
    )
  }

  return {
    get isUp() {
      return !isStopped && isUp()
    },
    get state() {
      return {
        bound: all.filter(isBound).length,
        binds: all.length,
        waiting: begun.length + fresh.length + total,
        allowed: throttle.allowed,
        pausedForMs: Math.max(0, Math.ceil(throttle.pausedUntilMs - performance.now())),
      }
    },
    enter(notAfterMs, hasBegun) {
      const { promise, resolve } = Promise.withResolvers<Place | Refusal>()
      const waiters = hasBegun ? begun : fresh
      // By deadline: only the first is looked at. One that comes back has less time than those that came meanwhile.
      const place = waiters.findLastIndex(other => other.notAfterMs <= notAfterMs) + 1
      waiters.splice(place, 0, { notAfterMs, hasBegun, resolve })
      // Those before it wait for something that it would wait for, too.
      if (place === 0) pump()
      else schedule(performance.now())
      return promise
    },
    heard(answer) {
      if (answer === 'taken') throttle.accepted()
      else throttle.refused()
    },
    stop() {
      isStopped = true
      pump()
    },
    close: async () => {
      isStopped = true
      pump()
      clearTimeout(timer)
      await Promise.all(all.map(bound => bound.close()))
      pump()
    },
  }
}

const isBound = ({ connection }: Bound): boolean => connection !== undefined
