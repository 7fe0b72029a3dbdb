import { type DeliveryReason, deliveryReasons } from '@parley/contract'

/** As stored. Older rows, and older workers during an upgrade, have the carrier's words as the reason. */
export interface StoredReason {
  readonly reason: string | null
  readonly carrierReason: string | null
}

interface KnownReason {
  readonly reason: DeliveryReason
  readonly carrierReason: string | null
}

export function deliveryReasonOf({ reason, carrierReason }: StoredReason): KnownReason | undefined {
  if (reason === null) return undefined
  return isCode(reason) ? { reason, carrierReason } : { reason: 'other', carrierReason: reason }
}

const isCode = (reason: string): reason is DeliveryReason => Object.hasOwn(deliveryReasons, reason)
