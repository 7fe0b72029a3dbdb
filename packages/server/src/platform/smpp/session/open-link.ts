// The link to one carrier: several binds, and the window across them.
import type { Request, SmppConnection } from './connection.ts'
import { type BindKind, type Bound, keepBound, type Peer, type Timings } from './keep-bound.ts'
import { type Place, Places } from './places.ts'
import { createThrottle } from './throttle.ts'

export interface LinkSettings {
  readonly peer: Peer
  /** One bind for both directions, or one for each. */
  readonly bindAs: 'transceiver' | 'pair'
  /** Number of binds. */
  readonly binds: number
  /** Requests in flight per bind. */
  readonly window: number
  readonly timings: Timings & { readonly throttleFirstMs: number; readonly throttleMostMs: number }
}

interface LinkOptions extends LinkSettings {
  readonly onRequest: (request: Request, connection: SmppConnection) => void
  readonly onTrouble: (why: string) => void
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
  /** A link that cannot receive does not send: a STOP could not reach us. */
  readonly isUp: boolean
  readonly state: LinkState
  /**
   * Waits for a place in the window until the deadline. Texts that have started go first and also wait while the link is down
   * or throttled; others are refused then.
   */
  enter(notAfterMs: number, hasBegun: boolean): Promise<Place | Refusal>
  /** Reports the peer's response to a request. */
  heard(answer: 'taken' | 'throttled'): void
  /** Accepts nothing new. */
  stop(): void
  /** Unbinds when responses in flight have arrived. */
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
  const begun: Waiter[] = []
  const fresh: Waiter[] = []
  let isStopped = false
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
  const places = new Places(speakers, window, () => {
    if (begun.length + fresh.length > 0) pump()
  })

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
    return places.total < throttle.allowed ? places.find() : undefined
  }

  /** Wakes at the end of a pause, and at the deadlines of those waiting. */
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
        waiting: begun.length + fresh.length + places.total,
        allowed: throttle.allowed,
        pausedForMs: Math.max(0, Math.ceil(throttle.pausedUntilMs - performance.now())),
      }
    },
    enter(notAfterMs, hasBegun) {
      const { promise, resolve } = Promise.withResolvers<Place | Refusal>()
      const waiters = hasBegun ? begun : fresh
      // Sorted by deadline, so only the first is checked. A returning text has less time than those that came meanwhile.
      const place = waiters.findLastIndex(other => other.notAfterMs <= notAfterMs) + 1
      waiters.splice(place, 0, { notAfterMs, hasBegun, resolve })
      // Whatever blocks the requests before this one would block it, too.
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
