import type { CarrierDescription, SmppSettings, TwilioSettings } from '../../carriers/index.ts'
import type { SecretKeys } from '../../identity/index.ts'
import { openCredentials } from './credentials.ts'
import type { CarrierRow } from './queries.ts'

interface Keys {
  readonly secretKeys: () => SecretKeys
  readonly publicOrigin: string
}

/** Everything needed to connect. Undefined for the simulator, which needs nothing. */
export function decryptCarrier(
  { name, kind, settings, encryptedCredentials }: CarrierRow,
  { secretKeys, publicOrigin }: Keys,
): CarrierDescription | undefined {
  if (kind === 'simulator' || !encryptedCredentials) return undefined
  // Stored settings were validated when they were set.
  const whole = { ...settings, ...openCredentials(encryptedCredentials, name, secretKeys()), name }
  return kind === 'smpp'
    ? { kind, settings: whole as unknown as SmppSettings }
    : { kind, settings: { ...whole, publicOrigin } as unknown as TwilioSettings }
}
