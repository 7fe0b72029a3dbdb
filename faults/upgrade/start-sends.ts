import { setTimeout as sleep } from 'node:timers/promises'

interface Sends {
  readonly origins: readonly string[]
  readonly sendsPerSecond: number
  readonly request: () => { readonly headers: Record<string, string>; readonly body: string }
}

interface Sent {
  readonly sends: number
  readonly retries: number
  readonly errors: readonly string[]
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

const triesMax = 100
const again = 'again'

/** At a fixed rate, whatever the answers: to each process in turn, and to the other one if that is going away, as a proxy would. */
export function startSends({ origins, sendsPerSecond, request }: Sends): { stop(): Promise<Sent> } {
  const tookMs: number[] = []
  const errors: string[] = []
  const underWay = new Set<Promise<void>>()
  let retries = 0
  let begun = 0

  /** Undefined: accepted. */
  const attempt = async (origin: string, sent: ReturnType<typeof request>): Promise<string | undefined> => {
    try {
      const answer = await fetch(`${origin}/v1/text/messaging/messages`, { method: 'POST', ...sent })
      const { retryable, code } = (await answer.json()) as { retryable?: boolean; code?: string }
      if (answer.status === 200) return undefined
      return retryable ? again : `${answer.status} ${code}`
    } catch {
      // Refused or reset: a proxy asks the other process, and the idempotency key makes that safe.
      return again
    }
  }
  const send = async (turn: number): Promise<void> => {
    const began = performance.now()
    const sent = request()
    for (let tries = 0; tries < triesMax; tries += 1) {
      const outcome = await attempt(origins[(turn + tries) % origins.length] ?? '', sent)
      if (outcome === undefined) {
        tookMs.push(performance.now() - began)
        return
      }
      if (outcome !== again) {
        errors.push(outcome)
        return
      }
      retries += 1
      if (tries > 0) await sleep(20)
    }
    errors.push('given up')
  }
  const began = performance.now()
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1_000) * sendsPerSecond)
    for (; begun < due; begun += 1) {
      const sending = send(begun).finally(() => underWay.delete(sending))
      underWay.add(sending)
    }
  }, 5)
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(underWay)
      const sorted = tookMs.toSorted((a, b) => a - b)
      const quantile = (part: number): number => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0)
      return {
        sends: tookMs.length,
        retries,
        errors,
        p50Ms: quantile(0.5),
        p99Ms: quantile(0.99),
        maxMs: Math.round(sorted.at(-1) ?? 0),
      }
    },
  }
}
