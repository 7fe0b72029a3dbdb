import { setTimeout as sleep } from 'node:timers/promises'
import type { CarrierEvents, InboundText } from '../carrier.ts'
import { fetchMissedTexts } from './fetch-missed-texts.ts'
import type { WholeSettings } from './settings.ts'

interface CatchUpOptions {
  readonly settings: WholeSettings
  readonly isUp: () => boolean
  readonly events: CarrierEvents
  /** Told why the carrier could not be asked, each time. */
  readonly onTrouble: (why: string) => void
  /** Told of what could not be taken in, each time. */
  readonly onFailure: (error: unknown) => void
}

/** At the start, and then from one turn to the next, with so much of the turn before once more. */
const lookBackMs = 3 * 24 * 60 * 60_000
const overlapMs = 10 * 60_000
const batch = 100

/**
 * Looks again and again for replies that the carrier could not deliver to us: it tries for some seconds and then no
 * more. Those that may still be under way are left for the next turn.
 */
export function startCatchingUp(options: CatchUpOptions): { stop(): Promise<void> } {
  const { settings, isUp, events, onTrouble, onFailure } = options
  const { catchUpMs, catchUpAgeMs } = settings.timings
  const stopping = new AbortController()
  let sinceMs = Date.now() - lookBackMs

  async function turn(): Promise<void> {
    const beganMs = Date.now()
    const missed = await fetchMissedTexts(settings, new Date(sinceMs))
    if ('why' in missed) {
      if (!stopping.signal.aborted) onTrouble(`missed replies could not be fetched: ${missed.why}`)
      return
    }
    const old = missed.texts.filter(({ sentAt }) => sentAt.getTime() <= beganMs - catchUpAgeMs)
    await takeIn(old)
    sinceMs = beganMs - overlapMs - catchUpAgeMs
  }

  /** What could not be taken in is asked for again in the next turn, with all that came after it. */
  async function takeIn(texts: readonly InboundText[]): Promise<void> {
    for (let from = 0; from < texts.length; from += batch) {
      if (stopping.signal.aborted) throw new Error('it is being closed')
      await events.receiveTexts(texts.slice(from, from + batch))
    }
  }

  /** That it is being closed is no failure. */
  function tell(error: unknown): void {
    if (!stopping.signal.aborted) onFailure(error)
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (isUp()) await turn().catch(tell)
      await sleep(catchUpMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const running = run()
  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
