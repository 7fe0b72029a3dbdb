import { inTransaction } from '../../db/in-transaction.ts'
import type { Environment } from '../../db/migrate.ts'
import type { Database, Tx } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import { phoneMistake } from '../../identity/index.ts'
import { sealCredentials } from './credentials.ts'
import { findCarrier } from './find-carrier.ts'
import { allCarriers, clearDefault, insertCarrier, lockCarriers, routeNumber, setDefault } from './queries.ts'
import type { Credentials, StoredSettings } from './records.ts'
import { requireSecretKey } from './require-secret-key.ts'
import {
  carrierNameMistake,
  credentialsMistakes,
  paceMistake,
  refuseMistakes,
  settingsMistakes,
} from './rules.ts'

interface NewCarrier {
  readonly name: string
  readonly settings: Exclude<StoredSettings, { readonly kind: 'simulator' }>
  readonly credentials: Credentials
  /** Null: as many as the carrier takes. */
  readonly textsPerSecond: number | null
  /** Take the numbers that are given to no other. The first carrier of a production does so in any case. */
  readonly isDefault: boolean
  /** Those that go by it from now on. */
  readonly numbers?: readonly string[]
}

interface Installation {
  readonly environment: Environment
  readonly secretKey: Buffer
  readonly operator: string
}

export const simulatorName = 'simulator'

/** Makes a carrier known. Workers connect to it within seconds. */
export async function addCarrier(
  database: Database,
  { environment, secretKey, operator }: Installation,
  carrier: NewCarrier,
): Promise<void> {
  const { name, settings, credentials, textsPerSecond, isDefault, numbers = [] } = carrier
  refuseMistakes([
    carrierNameMistake(name),
    paceMistake(textsPerSecond),
    ...settingsMistakes(settings),
    ...credentialsMistakes(credentials),
    ...numbers.map(phoneMistake),
  ])
  const { kind, ...reached } = settings
  await inTransaction(database, async tx => {
    await lockCarriers(tx, [])
    const known = await keepSimulator(tx, environment, operator)
    if (known.has(name)) throw new Problem('conflict', await takenNameText(tx, name))
    await requireSecretKey(tx, secretKey)
    const sealed = sealCredentials(credentials, name, secretKey)
    await insertCarrier(tx, [name, kind, JSON.stringify(reached), sealed, false, textsPerSecond, operator])
    for (const number of numbers) await routeNumber(tx, [number, name])
    if (!isDefault && known.size > 0) return
    await clearDefault(tx, [])
    await setDefault(tx, [name, operator])
  })
}

async function takenNameText(tx: Tx, name: string): Promise<string> {
  const { retiredAt } = await findCarrier(tx, name)
  return retiredAt
    ? `There was a carrier ${name}, which is retired. To use it again: parley carrier restore ${name}`
    : `There is a carrier ${name} already.`
}

/**
 * In a sandbox the simulator carries whatever is given to no other. As long as it is the only carrier nobody needs to
 * know its name. Answers the carriers that there are.
 */
export async function keepSimulator(
  tx: Tx,
  environment: Environment,
  operator: string,
): Promise<Set<string>> {
  const names = new Set((await allCarriers(tx, [])).map(({ name }) => name))
  if (environment === 'sandbox' && !names.has(simulatorName)) {
    await insertCarrier(tx, [simulatorName, 'simulator', '{}', null, names.size === 0, null, operator])
    names.add(simulatorName)
  }
  return names
}
