import { type WebhookParts, WebhookRunner } from './webhook-runner.ts'

const tickMs = 50
const recordEveryMs = 250
const renewEveryMs = 2_000
/** While the database is away: a try and a line in the log a second are enough. */
const restMs = 1_000

/** Delivers events to the endpoints that this worker leases. One reader of the log finds out for whom there is news. */
export function runWebhooks(parts: WebhookParts): { stop(): Promise<void> } {
  const { log } = parts
  const runner = new WebhookRunner(parts)
  let restsUntil = 0
  const warn = (error: unknown): void => {
    restsUntil = performance.now() + restMs
    log.warn({ err: error }, 'could not deliver events')
  }
  let renewedAt = 0
  let recordedAt = 0
  let turn: Promise<void> | undefined
  const tick = async (): Promise<void> => {
    if (performance.now() - renewedAt >= renewEveryMs) {
      await runner.renew()
      renewedAt = performance.now()
    }
    await runner.followLog()
    await runner.read()
    runner.launch()
    if (performance.now() - recordedAt >= recordEveryMs) {
      await runner.record()
      recordedAt = performance.now()
    }
  }
  const timer = setInterval(() => {
    if (performance.now() < restsUntil) return
    turn ??= tick()
      .catch(warn)
      .finally(() => {
        turn = undefined
      })
  }, tickMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await turn
      await runner.finish().catch(warn)
    },
  }
}
