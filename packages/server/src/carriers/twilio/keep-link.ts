import { setTimeout as sleep } from 'node:timers/promises'
import type { WholeSettings } from './settings.ts'

export interface Link {
  readonly isUp: boolean
  /** Something failed that may affect more than one request: the carrier is checked at once. */
  suspect(): void
  /** The link is down; the next check waits. */
  lost(why: string): void
  /** A text was accepted, so the link is up. */
  wentWell(): void
  close(): Promise<void>
}

interface LinkOptions {
  readonly timings: WholeSettings['timings']
  /** Why it is down, or undefined. */
  readonly probe: () => Promise<string | undefined>
  readonly onTrouble: (why: string) => void
}

/** This many texts in a row without a response are no accident: each further one would be unconfirmed too. */
const unansweredMax = 3

/** HTTP has no persistent link. The carrier is checked periodically, and after every doubtful result. */
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
      // A link that went down during the check stays down until the next one.
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
