// An installation whose texts leave through an account that is spoken to as Twilio is: api, worker and the account.
import { randomBytes } from 'node:crypto'
import type { Database } from '../../src/db/pool.ts'
import { rotateSigningKey } from '../../src/identity/index.ts'
import { addCarrier, routeNumbers, runCarriers } from '../../src/texting/index.ts'
import { serveCarrierWebhooks } from '../../src/texting/serve.ts'
import { createTestServer, listen } from '../http.ts'
import { createScriptedCarrier, type ScriptedCarrier } from '../scripted-carrier.ts'
import { startTexting, type TextingServer } from '../texting-server.ts'
import { accountSid, authToken, serveTwilio, type TwilioServer } from './serve-twilio.ts'

export interface TwilioInstallation {
  readonly texting: TextingServer
  readonly account: TwilioServer
  /** What carries the numbers that are given to no other. */
  readonly simulator: ScriptedCarrier
  readonly carrier: string
  readonly secretKey: Buffer
  /** Of the api, as it is reached and not as it is known. */
  readonly url: string
  /** Where the account posts replies. */
  readonly repliesTo: string
  readonly give: (number: string) => Promise<void>
  readonly close: () => Promise<void>
}

export const publicOrigin = 'https://texting.example.org'
const log = { info: () => {}, warn: () => {}, error: () => {} }

export const installation = (secretKey: Buffer) =>
  ({ environment: 'sandbox', secretKey, operator: 'test' }) as const

export async function startTwilioInstallation({
  receiptDelayMs = 50,
}: {
  receiptDelayMs?: number
} = {}): Promise<TwilioInstallation> {
  const texting = await startTexting()
  const { database } = texting
  const secretKey = randomBytes(32)
  // Tests sign with keys that were never sealed. They stay good, and this one tells whose secret key is right.
  await rotateSigningKey(database, secretKey, { afterSeconds: 3_600 })
  const app = createTestServer()
  serveCarrierWebhooks(app, { database, log, config: { secretKey, publicOrigin } })
  const { url } = await listen(app)
  const account = await serveTwilio({ receiptDelayMs, proxy: address => address.replace(publicOrigin, url) })
  const simulator = createScriptedCarrier({ name: 'simulator' })
  const carrier = 'acme'
  await addCarrier(database, installation(secretKey), {
    name: carrier,
    settings: { kind: 'twilio', accountSid, apiOrigin: account.origin },
    credentials: { authToken },
    textsPerSecond: null,
    isDefault: false,
  })
  const worker = startWorker(database, secretKey, simulator)
  return {
    texting,
    account,
    simulator,
    carrier,
    secretKey,
    url,
    repliesTo: `${publicOrigin}/carriers/${carrier}/texts#rc=5&rp=all`,
    give: number => routeNumbers(database, carrier, [number]),
    close: async () => {
      await worker.stop()
      await account.close()
      await app.close()
      await texting.close()
    },
  }
}

/** A worker's part in carriers. */
export const startWorker = (
  database: Database,
  secretKey: Buffer,
  simulator: ScriptedCarrier,
): { stop(): Promise<void> } =>
  runCarriers({
    database,
    log,
    environment: 'sandbox',
    publicOrigin,
    secretKey: () => secretKey,
    createSimulator: () => simulator,
    everyMs: 100,
  })
