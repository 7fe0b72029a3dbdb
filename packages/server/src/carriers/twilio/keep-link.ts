import { setTimeout as sleep } from 'node:timers/promises'
import type { WholeSettings } from './settings.ts'

export interface Link {
  readonly isUp: boolean
  /** Something went wrong that may be more than that one request: the carrier is asked at once. */
  suspect(): void
  /** It is down; it is not asked before a while has passed. */
  lost(why: string): void
  /** A text was taken, so all is well. */
  wentWell(): void
  close(): Promise<void>
}

interface LinkOptions {
  readonly timings: WholeSettings['timings']
  /** Why it is not there, or nothing. */
  readonly probe: () => Promise<string | undefined>
  readonly onTrouble: (why: string) => void
}

/** So many texts in a row without an answer are no accident: each more would be one that nobody can vouch for. */
const unansweredMax = 3

/** HTTP has no link that could be cut. Whether the carrier is there is asked from time to time, and at every doubt. */
export function keepLink({ timings, probe, onTrouble }: LinkOptions): Link {
  const { probeMs, reconnectFirstMs, reconnectMostMs } = timings
  const closing = new AbortController()
  let waking = new AbortController()
  let isUp = false
  let downs = 0
  let unanswered = 0

  const pauseMs = (): number => Math.min(reconnectMostMs, reconnectFirstMs * 2 ** Math.min(downs - 1, 10))

  function goDown(why: string): void {
    isUp = false
    downs += 1
    onTrouble(why)
  }

  const pause = (ms: number, signal: AbortSignal): Promise<void> =>
    sleep(ms, undefined, { signal }).catch(() => {})

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      const wasUp = isUp
      const why = await probe()
      if (why !== undefined) goDown(why)
      // What was lost while the carrier was asked stays lost until it is asked again.
      else if (isUp === wasUp) isUp = true
      if (isUp && wasUp) downs = 0
      waking = new AbortController()
      if (isUp) await pause(probeMs, AbortSignal.any([waking.signal, closing.signal]))
      if (!isUp) await pause(pauseMs(), closing.signal)
    }
    isUp = false
  }

  const running = run()
  return {
    get isUp() {
      return isUp && !closing.signal.aborted
    },
    suspect() {
      unanswered += 1
      if (unanswered < unansweredMax) waking.abort()
      else if (isUp) this.lost('several texts had no answer')
    },
    lost(why) {
      if (!isUp) return
      unanswered = 0
      goDown(why)
      waking.abort()
    },
    wentWell() {
      downs = 0
      unanswered = 0
    },
    close: () => {
      closing.abort()
      return running
    },
  }
}
