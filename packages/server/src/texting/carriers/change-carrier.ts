import { inTransaction } from '../../db/in-transaction.ts'
import type { Environment } from '../../db/migrate.ts'
import type { Database } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import { WrongSecretKeyError } from '../../identity/index.ts'
import { keepSimulator } from './add-carrier.ts'
import { openCredentials, sealCredentials } from './credentials.ts'
import { findCarrier } from './find-carrier.ts'
import { findCarrierInUse } from './find-carrier-in-use.ts'
import {
  type CarrierRow,
  clearDefault,
  lockCarriers,
  setDefault,
  updateAccountPace,
  updateCarrier,
} from './queries.ts'
import type { Credentials, GivenCredentials, StoredSettings } from './records.ts'
import { requireSecretKey } from './require-secret-key.ts'
import { credentialsMistakes, paceMistake, refuseMistakes, settingsMistakes } from './rules.ts'

interface CarrierChange {
  /** Those that are given replace what was; the others stay. */
  readonly settings?: Readonly<Record<string, unknown>>
  readonly credentials?: GivenCredentials
  readonly isPaused?: boolean
  /** Null: as many as the carrier takes. */
  readonly textsPerSecond?: number | null
  readonly isDefault?: true
}

interface Installation {
  readonly environment: Environment
  readonly secretKey: () => Buffer
  readonly operator: string
}

/** Changes a carrier. Workers follow within seconds; only another address or other credentials make them connect anew. */
export async function changeCarrier(
  database: Database,
  { environment, secretKey, operator }: Installation,
  name: string,
  change: CarrierChange,
): Promise<void> {
  const { settings, credentials: given, isPaused, textsPerSecond, isDefault } = change
  await inTransaction(database, async tx => {
    await lockCarriers(tx, [])
    await keepSimulator(tx, environment, operator)
    // How a retired one is reached may change: what it posts to us is still read with its credentials.
    const needsUse = isPaused !== undefined || isDefault
    const carrier = await (needsUse ? findCarrierInUse : findCarrier)(tx, name)
    const whole = settings && mergedSettings(carrier, settings)
    if (given) await requireSecretKey(tx, secretKey())
    const credentials = given && wholeCredentials(carrier, given, secretKey())
    refuseMistakes([
      ...(textsPerSecond === undefined ? [] : [paceMistake(textsPerSecond)]),
      ...(credentials ? credentialsMistakes(credentials) : []),
    ])
    await updateCarrier(tx, [
      name,
      whole ? JSON.stringify(whole) : null,
      credentials ? sealCredentials(credentials, name, secretKey()) : null,
      isPaused ?? null,
      operator,
    ])
    if (textsPerSecond !== undefined) await updateAccountPace(tx, [name, textsPerSecond, operator])
    if (!isDefault) return
    await clearDefault(tx, [])
    await setDefault(tx, [name, operator])
  })
}

function wholeCredentials(
  { name, encryptedCredentials }: CarrierRow,
  given: GivenCredentials,
  secretKey: Buffer,
): Credentials {
  if ('authToken' in given) return given
  const { systemId, password } = given
  if (systemId !== undefined) return { systemId, password }
  try {
    const known = encryptedCredentials && openCredentials(encryptedCredentials, name, secretKey)
    return { systemId: known && 'systemId' in known ? known.systemId : '', password }
  } catch (error) {
    if (!(error instanceof WrongSecretKeyError)) throw error
    // The key is the installation's, so these are older than it.
    throw new Problem('conflict', `${error.message}: they are of an older one. Give --system-id as well.`)
  }
}

function mergedSettings({ kind, settings }: CarrierRow, change: Readonly<Record<string, unknown>>): object {
  const whole = { ...settings, ...change }
  refuseMistakes(settingsMistakes({ kind, ...whole } as StoredSettings))
  return whole
}
