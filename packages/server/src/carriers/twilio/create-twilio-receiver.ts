import type { CarrierEvents } from '../carrier.ts'
import { receiveWebhook, type Webhook, type WebhookEnding } from './receive-webhook.ts'
import { completeSettings, type TwilioSettings } from './settings.ts'

export interface TwilioReceiver {
  listen(events: CarrierEvents): void
  /** What the carrier has posted to us. Never rejects. */
  receive(webhook: Webhook): Promise<WebhookEnding>
  /** Refuses what comes from now on, and resolves when what is under way has ended. */
  close(): Promise<void>
}

/** The half of a carrier that listens, for the process that the carrier reaches. */
export function createTwilioReceiver(given: TwilioSettings): TwilioReceiver {
  const settings = completeSettings(given)
  const underWay = new Set<Promise<unknown>>()
  let events: CarrierEvents | undefined
  let isClosed = false
  return {
    listen: listener => (events = listener),
    receive: async webhook => {
      if (!events || isClosed) return 'not now'
      const receiving = receiveWebhook(settings, events, webhook)
      underWay.add(receiving)
      return receiving.finally(() => underWay.delete(receiving))
    },
    close: async () => {
      isClosed = true
      await Promise.all(underWay)
    },
  }
}
