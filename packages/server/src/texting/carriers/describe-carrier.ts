import type { CarrierDescription, SmppSettings, TwilioSettings } from '../../carriers/index.ts'
import { openCredentials } from './credentials.ts'
import type { CarrierRow } from './queries.ts'

interface Keys {
  readonly secretKey: () => Buffer
  readonly publicOrigin: string
}

/** Everything that is needed to connect. Undefined: the simulator, which needs nothing. */
export function describeCarrier(
  { name, kind, settings, encryptedCredentials }: CarrierRow,
  { secretKey, publicOrigin }: Keys,
): CarrierDescription | undefined {
  if (kind === 'simulator' || !encryptedCredentials) return undefined
  // What is stored was checked when it was given.
  const whole = { ...settings, ...openCredentials(encryptedCredentials, name, secretKey()), name }
  return kind === 'smpp'
    ? { kind, settings: whole as unknown as SmppSettings }
    : { kind, settings: { ...whole, publicOrigin } as unknown as TwilioSettings }
}
