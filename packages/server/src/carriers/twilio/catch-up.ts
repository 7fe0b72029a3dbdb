import { setTimeout as sleep } from 'node:timers/promises'
import type { CarrierEvents, InboundText } from '../carrier.ts'
import { fetchMissedTexts } from './fetch-missed-texts.ts'
import type { WholeSettings } from './settings.ts'

interface CatchUpOptions {
  readonly settings: WholeSettings
  readonly isUp: () => boolean
  readonly events: CarrierEvents
  /** Called with the reason each time the carrier could not be queried. */
  readonly onTrouble: (why: string) => void
  /** Called with each reply that could not be stored. */
  readonly onFailure: (error: unknown) => void
}

/** How far back the first round looks, and how much each later round overlaps with the one before. */
const lookBackMs = 3 * 24 * 60 * 60_000
const overlapMs = 10 * 60_000
const batch = 100

/**
 * Fetches replies that the carrier could not deliver: it retries for some seconds only. Replies that may still be in flight are
 * left for the next round.
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

  /** Replies that could not be stored are fetched again in the next round, with all later ones. */
  async function takeIn(texts: readonly InboundText[]): Promise<void> {
    for (let from = 0; from < texts.length; from += batch) {
      if (stopping.signal.aborted) throw new Error('the carrier is being closed')
      await events.receiveTexts(texts.slice(from, from + batch))
    }
  }

  /** Closing is not a failure. */
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
