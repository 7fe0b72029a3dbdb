// Endpoints of partners, workers that deliver to them, and time that tests move.
import { expect } from 'vitest'
import type { Database } from '../../src/platform/db/pool.ts'
import { createLogger } from '../../src/platform/telemetry/logger.ts'
import { createWebhookAgent, runWebhooks } from '../../src/webhooks/index.ts'
import { createSecretKeys } from '../people/create-secret-keys.ts'
import { type EventsApplication, type EventsServer, startEvents } from './events-server.ts'
import { ok, type Received, startReceiver, type WebhookReceiver } from './webhook-receiver.ts'

interface EndpointState {
  readonly url: string
  readonly endpointId: number
  readonly status: string
  readonly pausedBecause?: string
  readonly pendingEntries: number
  readonly parkedEvents: number
  readonly missedEvents: number
}

interface TestEndpoint {
  readonly endpointId: number
  readonly secret: string
  readonly path: string
  /** What arrived there. */
  readonly arrived: () => Received[]
  readonly state: () => Promise<EndpointState>
}

export interface WebhookSetting {
  readonly server: EventsServer
  readonly receiver: WebhookReceiver
  /** How far the workers' clock is ahead. */
  readonly clock: { aheadMs: number }
  /** Starts a worker, with a pool of its own if given. */
  readonly deliver: (database?: Database) => { stop(): Promise<void> }
  readonly createEndpoint: (application: EventsApplication, settings?: object) => Promise<TestEndpoint>
  /** Stops the workers and forgets what arrived. */
  readonly reset: () => Promise<void>
  readonly close: () => Promise<void>
}

export async function startWebhooks(
  options: Parameters<typeof startEvents>[0] = {},
): Promise<WebhookSetting> {
  const server = await startEvents(options)
  const receiver = await startReceiver()
  const running: { stop(): Promise<void> }[] = []
  const clock = { aheadMs: 0 }
  let paths = 0
  const reset = async (): Promise<void> => {
    for (const each of running.splice(0)) await each.stop()
    receiver.received.length = 0
    receiver.answer = ok
    clock.aheadMs = 0
  }
  return {
    server,
    receiver,
    clock,
    reset,
    deliver: (database = server.database) => {
      const webhooks = runWebhooks({
        database,
        log: createLogger('silent'),
        createAgent: () => createWebhookAgent([{ address: '127.0.0.0', prefix: 8, family: 'ipv4' }]),
        secretKeys: () => createSecretKeys(Buffer.alloc(32, 1)),
        cell: 1,
        publicOrigin: 'https://parley.test',
        now: () => Date.now() + clock.aheadMs,
        random: () => 0.5,
      })
      running.push(webhooks)
      return webhooks
    },
    createEndpoint: async (application, settings = {}) => {
      paths += 1
      const path = `/hooks/${paths}`
      const { status, body } = await application.call('POST', '/events/endpoints', {
        url: `${receiver.url}${path}`,
        ...settings,
      })
      expect(status, JSON.stringify(body)).toBe(200)
      const { endpoint, secret } = body as unknown as { endpoint: EndpointState; secret: string }
      const { endpointId } = endpoint
      return {
        endpointId,
        secret,
        path,
        arrived: () => receiver.received.filter(each => each.path === path),
        state: async () => {
          const answer = await application.call('GET', `/events/endpoints/${endpointId}`)
          return answer.body as unknown as EndpointState
        },
      }
    },
    close: async () => {
      await reset()
      await receiver.close()
      await server.close()
    },
  }
}

/** Resolves when it holds. */
export async function until(holds: () => boolean | Promise<boolean>, seconds = 20): Promise<void> {
  const deadline = performance.now() + seconds * 1_000
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('it did not come true in time')
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

type Advisor = Awaited<ReturnType<EventsApplication['welcome']>>

/** So many texts, one after another. */
export async function sendTexts(advisor: Advisor, phone: string, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1)
    await advisor.call('POST', '/text/messaging/messages', { phone, text: 'Canary-Text' })
}
