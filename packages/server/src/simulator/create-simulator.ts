import { type Carrier, createSmppCarrier } from '../carriers/index.ts'
import type { Database } from '../platform/db/pool.ts'
import { createLocalSimulator } from './local.ts'
import { createRemoteSimulator } from './remote.ts'
import { simulatorName, smppCredentials, smppOptedOutStatus, smppReferenceTag } from './wire.ts'

interface Config {
  readonly environment: 'sandbox' | 'production'
  /** Undefined: inside this process. */
  readonly simulatorUrl: string | undefined
}

interface Log {
  warn(fields: object, message: string): void
}

/** The carrier of a sandbox. */
export function createSimulator(config: Config, database: Database, log: Log): Carrier {
  if (config.environment !== 'sandbox') throw new Error('The simulator runs only in a sandbox')
  const onFailure = (error: unknown): void =>
    log.warn({ err: error }, 'the simulator could not deliver a receipt or a reply')
  const { simulatorUrl } = config
  if (simulatorUrl === undefined) return createLocalSimulator({ database, onFailure })
  if (!simulatorUrl.startsWith('smpp:')) return createRemoteSimulator({ url: simulatorUrl, onFailure })
  const { hostname, port } = new URL(simulatorUrl)
  return createSmppCarrier(
    {
      name: simulatorName,
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(port),
      ...smppCredentials,
      referenceTag: smppReferenceTag,
      optedOutStatuses: [smppOptedOutStatus],
      window: 100,
      timings: { reconnectFirstMs: 50, reconnectMostMs: 2_000 },
    },
    { onFailure, onTrouble: why => log.warn({ why }, 'the link to the simulator was lost') },
  )
}
