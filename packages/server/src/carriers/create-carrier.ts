import type { Carrier } from './carrier.ts'
import { createSmppCarrier } from './smpp/create-smpp-carrier.ts'
import type { SmppSettings } from './smpp/settings.ts'
import { createTwilioCarrier } from './twilio/create-twilio-carrier.ts'
import type { TwilioSettings } from './twilio/settings.ts'

/** A carrier as configured by an operator, including secrets. */
export type CarrierDescription =
  | { readonly kind: 'smpp'; readonly settings: SmppSettings }
  | { readonly kind: 'twilio'; readonly settings: TwilioSettings }

interface Watchers {
  readonly onTrouble: (why: string) => void
  readonly onFailure: (error: unknown) => void
}

export function createCarrier({ kind, settings }: CarrierDescription, watchers: Watchers): Carrier {
  switch (kind) {
    case 'smpp':
      return createSmppCarrier(settings, watchers)
    case 'twilio':
      return createTwilioCarrier(settings, watchers)
  }
}
