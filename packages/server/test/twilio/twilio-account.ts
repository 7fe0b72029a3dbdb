// An installation that sends through a Twilio-compatible account: api, worker and the account.
import { addCarrier } from '../../src/delivery/carriers/add-carrier.ts'
import { routeNumbers } from '../../src/delivery/carriers/route-numbers.ts'
import { runCarriers } from '../../src/delivery/running/run-carriers.ts'
import { serveCarrierWebhooks } from '../../src/delivery/serve.ts'
import type { SecretKeys } from '../../src/identity/index.ts'
import { rotateSigningKey } from '../../src/identity/index.ts'
import type { Database } from '../../src/platform/db/pool.ts'
import { createScriptedCarrier, type ScriptedCarrier } from '../carriers/scripted-carrier.ts'
import { createSecretKeys } from '../people/create-secret-keys.ts'
import { createTestServer, listen } from '../servers/http.ts'
import { startTexting, type TextingServer } from '../servers/texting-server.ts'
import { accountSid, authToken, serveTwilio, type TwilioServer } from './serve-twilio.ts'

export interface TwilioInstallation {
  readonly texting: TextingServer
  readonly account: TwilioServer
  /** Carrier of the numbers that are not routed to another. */
  readonly simulator: ScriptedCarrier
  readonly carrier: string
  readonly secretKeys: SecretKeys
  /** Real URL of the api, not its public one. */
  readonly url: string
  /** Where the account posts replies. */
  readonly repliesTo: string
  readonly give: (number: string) => Promise<void>
  readonly close: () => Promise<void>
}

export const publicOrigin = 'https://texting.example.org'
/** Logged warnings, newest last. */
export const warnings: { readonly fields: object; readonly message: string }[] = []
const log = {
  info: () => {},
  warn: (fields: object, message: string) => void warnings.push({ fields, message }),
  error: () => {},
}

export const installation = (secretKeys: SecretKeys) =>
  ({ environment: 'sandbox', secretKeys, operator: 'test' }) as const

export async function startTwilioInstallation({
  receiptDelayMs = 50,
}: {
  receiptDelayMs?: number
} = {}): Promise<TwilioInstallation> {
  const texting = await startTexting()
  const { database } = texting
  const secretKeys = createSecretKeys()
  // Tests use signing keys that were never sealed. They stay valid; this one determines the correct secret key.
  await rotateSigningKey(database, secretKeys, { afterSeconds: 3_600 })
  const app = createTestServer()
  serveCarrierWebhooks(app, { database, log, config: { ...secretKeys, publicOrigin } })
  const { url } = await listen(app)
  const account = await serveTwilio({ receiptDelayMs, proxy: address => address.replace(publicOrigin, url) })
  const simulator = createScriptedCarrier({ name: 'simulator' })
  const carrier = 'acme'
  await addCarrier(database, installation(secretKeys), {
    name: carrier,
    settings: { kind: 'twilio', accountSid, apiOrigin: account.origin },
    credentials: { authToken },
    textsPerSecond: null,
    isDefault: false,
  })
  const worker = startWorker(database, secretKeys, simulator)
  return {
    texting,
    account,
    simulator,
    carrier,
    secretKeys,
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

/** Runs the carriers like a worker. */
export const startWorker = (
  database: Database,
  secretKeys: SecretKeys,
  simulator: ScriptedCarrier,
): { stop(): Promise<void> } =>
  runCarriers({
    database,
    log,
    environment: 'sandbox',
    publicOrigin,
    secretKeys: () => secretKeys,
    createSimulator: () => simulator,
    everyMs: 100,
    // A text whose answer is lost is in doubt for this long.
    doubtMs: 2_000,
  })
