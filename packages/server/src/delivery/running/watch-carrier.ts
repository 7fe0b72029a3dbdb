import type { Carrier } from '../../carriers/index.ts'

export interface CarrierReport {
  readonly link: 'up' | 'down'
  readonly bound: number
  readonly binds: number
  readonly waiting: number
  readonly allowed: number
  readonly pausedForMs: number
  /** Texts the carrier accepted, averaged over the last ten seconds. */
  readonly textsPerSecond: number
  readonly lastError: { readonly why: string; readonly at: Date } | undefined
}

export interface WatchedCarrier {
  readonly carrier: Carrier
  report(): CarrierReport
}

const overSeconds = 10

/** Counts what a carrier accepts and remembers its last error, for the operator. */
export function watchCarrier(
  create: (watchers: { readonly onTrouble: (why: string) => void }) => Carrier,
  /** Called when the error differs from the previous one. */
  onNewTrouble: (why: string) => void,
): WatchedCarrier {
  const counts = new Map<number, number>()
  let lastError: CarrierReport['lastError']
  const carrier = create({
    onTrouble: why => {
      if (lastError?.why !== why) onNewTrouble(why)
      lastError = { why, at: new Date() }
    },
  })

  function count(texts: number): void {
    const second = Math.floor(performance.now() / 1_000)
    counts.set(second, (counts.get(second) ?? 0) + texts)
    for (const old of counts.keys()) if (old < second - overSeconds) counts.delete(old)
  }

  function textsPerSecond(): number {
    const now = Math.floor(performance.now() / 1_000)
    // The current second is incomplete.
    const whole = [...counts].filter(([second]) => second < now && second >= now - overSeconds)
    return whole.reduce((sum, [, texts]) => sum + texts, 0) / overSeconds
  }

  return {
    carrier: {
      name: carrier.name,
      get link() {
        return carrier.link
      },
      submit: async (texts, notAfterMs, onLate) => {
        const submissions = await carrier.submit(texts, notAfterMs, onLate)
        count(submissions.filter(({ status }) => status === 'accepted').length)
        return submissions
      },
      ...(carrier.lookUp && { lookUp: carrier.lookUp }),
      listen: events => carrier.listen(events),
      close: () => carrier.close(),
    },
    report: () => {
      const { link, state } = carrier
      const isUp = link === 'up' ? 1 : 0
      const told = state ?? { bound: isUp, binds: 1, waiting: 0, allowed: 0, pausedForMs: 0 }
      return { ...told, link, textsPerSecond: textsPerSecond(), lastError }
    },
  }
}
