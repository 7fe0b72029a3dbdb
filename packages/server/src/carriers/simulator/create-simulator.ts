import type { Database } from '../../db/pool.ts'
import type { Carrier } from '../carrier.ts'
import { createLocalSimulator } from './local.ts'
import { createRemoteSimulator } from './remote.ts'

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
  if (config.environment !== 'sandbox') throw new Error('The simulator carries texts in a sandbox only')
  const onFailure = (error: unknown): void =>
    log.warn({ err: error }, 'the simulator could not deliver a receipt or a reply')
  return config.simulatorUrl === undefined
    ? createLocalSimulator({ database, onFailure })
    : createRemoteSimulator({ url: config.simulatorUrl, onFailure })
}
