import { type SecretKeys, WrongSecretKeyError } from '../../identity/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { JsonObject } from '../../platform/db/json.ts'
import type { Environment } from '../../platform/db/migrate.ts'
import type { Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
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
import { recordChange } from './record-change.ts'
import type { Credentials, CredentialsInput, StoredSettings } from './records.ts'
import { requireSecretKey } from './require-secret-key.ts'
import { credentialsMistakes, paceMistake, refuseCarrierMistakes, settingsMistakes } from './rules.ts'

interface CarrierChange {
  /** Given settings replace stored ones; the others stay. */
  readonly settings?: Readonly<Record<string, unknown>>
  readonly credentials?: CredentialsInput
  readonly isPaused?: boolean
  /** Null for no limit of our own. */
  readonly textsPerSecond?: number | null
  readonly isDefault?: true
}

interface Installation {
  readonly environment: Environment
  readonly secretKeys: () => SecretKeys
  readonly operator: string
}

/** Changes a carrier. Workers follow within seconds; they reconnect only for a new address or new credentials. */
export async function changeCarrier(
  database: Database,
  { environment, secretKeys, operator }: Installation,
  name: string,
  change: CarrierChange,
): Promise<void> {
  const { settings, credentials: given, isPaused, textsPerSecond, isDefault } = change
  await inTransaction(database, async tx => {
    await lockCarriers(tx, [])
    await keepSimulator(tx, environment, operator)
    // A retired carrier's address and credentials can still change: its webhooks are still verified with them.
    const needsUse = isPaused !== undefined || isDefault
    const carrier = await (needsUse ? findCarrierInUse : findCarrier)(tx, name)
    const whole = settings && mergedSettings(carrier, settings)
    if (given) await requireSecretKey(tx, secretKeys())
    const credentials = given && wholeCredentials(carrier, given, secretKeys())
    refuseCarrierMistakes([
      ...(textsPerSecond === undefined ? [] : [paceMistake(textsPerSecond)]),
      ...(credentials ? credentialsMistakes(credentials) : []),
    ])
    await updateCarrier(tx, [
      name,
      whole ? JSON.stringify(whole) : null,
      credentials ? sealCredentials(credentials, name, secretKeys()) : null,
      isPaused ?? null,
      operator,
    ])
    if (textsPerSecond !== undefined) await updateAccountPace(tx, [name, textsPerSecond, operator])
    await recordChange(tx, { kind: 'operator', name: operator }, 'carrier.changed', {
      carrier: name,
      ...(settings && { settings: shownOf(settings) }),
      ...(isPaused !== undefined && { isPaused }),
      ...(textsPerSecond !== undefined && { textsPerSecond }),
      ...(isDefault && { isDefault }),
      hasNewCredentials: given !== undefined,
    })
    if (!isDefault) return
    await clearDefault(tx, [])
    await setDefault(tx, [name, operator])
  })
}

function wholeCredentials(
  { name, encryptedCredentials }: CarrierRow,
  given: CredentialsInput,
  keys: SecretKeys,
): Credentials {
  if ('authToken' in given) return given
  const { systemId, password } = given
  if (systemId !== undefined) return { systemId, password }
  try {
    const known = encryptedCredentials && openCredentials(encryptedCredentials, name, keys)
    return { systemId: known && 'systemId' in known ? known.systemId : '', password }
  } catch (error) {
    if (!(error instanceof WrongSecretKeyError)) throw error
    // This is the installation's key, so the stored credentials were sealed with an older one.
    throw new Problem(
      'conflict',
      `${error.message}: they were encrypted with an older key. Replace the system id as well.`,
      {
        remedies: [{ do: 'give the system id' }],
      },
    )
  }
}

function mergedSettings({ kind, settings }: CarrierRow, change: Readonly<Record<string, unknown>>): object {
  const whole = { ...settings, ...change }
  refuseCarrierMistakes(settingsMistakes({ kind, ...whole } as StoredSettings))
  return whole
}

/** Removed settings are shown as null. */
const shownOf = (settings: Readonly<Record<string, unknown>>): JsonObject =>
  JSON.parse(
    JSON.stringify(settings, (_name, value: unknown) => (value === undefined ? null : value)),
  ) as JsonObject
