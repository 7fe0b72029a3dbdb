import { phoneMistake, type SecretKeys } from '../../identity/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { JsonObject } from '../../platform/db/json.ts'
import type { Environment } from '../../platform/db/migrate.ts'
import type { Database, Tx } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { simulatorName } from '../../simulator/index.ts'
import { sealCredentials } from './credentials.ts'
import { findCarrier } from './find-carrier.ts'
import { allCarriers, clearDefault, insertCarrier, lockCarriers, routeNumber, setDefault } from './queries.ts'
import { recordChange } from './record-change.ts'
import type { Credentials, StoredSettings } from './records.ts'
import { requireSecretKey } from './require-secret-key.ts'
import {
  carrierNameMistake,
  credentialsMistakes,
  encryptionMistake,
  paceMistake,
  refuseCarrierMistakes,
  settingsMistakes,
} from './rules.ts'

interface NewCarrier {
  readonly name: string
  readonly settings: Exclude<StoredSettings, { readonly kind: 'simulator' }>
  readonly credentials: Credentials
  /** Null for no limit of our own. */
  readonly textsPerSecond: number | null
  /** Use it for numbers without a carrier of their own. In production, the first carrier always becomes the default. */
  readonly isDefault: boolean
  /** Numbers to route through it from now on. */
  readonly numbers?: readonly string[]
}

interface Installation {
  readonly environment: Environment
  readonly secretKeys: SecretKeys
  readonly operator: string
}

/** Adds a carrier. Workers connect to it within seconds. */
export async function addCarrier(
  database: Database,
  { environment, secretKeys, operator }: Installation,
  carrier: NewCarrier,
): Promise<void> {
  const { name, settings, credentials, textsPerSecond, isDefault, numbers = [] } = carrier
  refuseCarrierMistakes([
    carrierNameMistake(name),
    paceMistake(textsPerSecond),
    ...settingsMistakes(settings),
    encryptionMistake(environment, settings),
    ...credentialsMistakes(credentials),
    ...numbers.map(phoneMistake),
  ])
  const { kind, ...reached } = settings
  await inTransaction(database, async tx => {
    await lockCarriers(tx, [])
    const known = await keepSimulator(tx, environment, operator)
    if (known.has(name)) throw await nameTaken(tx, name)
    await requireSecretKey(tx, secretKeys)
    const sealed = sealCredentials(credentials, name, secretKeys)
    await insertCarrier(tx, [name, kind, JSON.stringify(reached), sealed, false, textsPerSecond, operator])
    for (const number of numbers) await routeNumber(tx, [number, name])
    const shown = JSON.parse(JSON.stringify(reached)) as JsonObject
    const facts = { carrier: name, kind, settings: shown, textsPerSecond, isDefault, numbers: [...numbers] }
    await recordChange(tx, { kind: 'operator', name: operator }, 'carrier.added', facts)
    if (!isDefault && known.size > 0) return
    await clearDefault(tx, [])
    await setDefault(tx, [name, operator])
  })
}

async function nameTaken(tx: Tx, name: string): Promise<Problem> {
  const { retiredAt } = await findCarrier(tx, name)
  return retiredAt
    ? new Problem('conflict', `Carrier ${name} already exists but is retired.`, {
        remedies: [{ do: 'restore carrier', name }],
      })
    : new Problem('conflict', `Carrier ${name} already exists.`)
}

/**
 * In a sandbox the simulator carries all numbers without a carrier of their own, so it is stored once another carrier
 * exists; while it is the only one, no one needs its name. Returns the existing carriers.
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
