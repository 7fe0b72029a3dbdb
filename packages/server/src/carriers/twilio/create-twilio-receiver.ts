import type { CarrierEvents } from '../carrier.ts'
import { receiveWebhook, type Webhook, type WebhookEnding, type WebhookWatchers } from './receive-webhook.ts'
import { completeSettings, type TwilioSettings } from './settings.ts'

export interface TwilioReceiver {
  listen(events: CarrierEvents): void
  /** Handles a webhook. Never rejects. */
  receive(webhook: Webhook): Promise<WebhookEnding>
  /** Refuses new webhooks, and resolves when running ones have ended. */
  close(): Promise<void>
}

/** The receiving half of a carrier, for the process that serves its webhooks. */
export function createTwilioReceiver(given: TwilioSettings, watchers: WebhookWatchers): TwilioReceiver {
  const settings = completeSettings(given)
  const underWay = new Set<Promise<unknown>>()
  let events: CarrierEvents | undefined
  let isClosed = false
  return {
    listen: listener => (events = listener),
    receive: async webhook => {
      if (!events || isClosed) return 'not now'
      const receiving = receiveWebhook(settings, events, webhook, watchers)
      underWay.add(receiving)
      return receiving.finally(() => underWay.delete(receiving))
    },
    close: async () => {
      isClosed = true
      await Promise.all(underWay)
    },
  }
}
