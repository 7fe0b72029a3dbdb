import { type DeliveryReason, deliveryReasons } from '@parley/contract'

/** As stored. Older rows, and older workers during an upgrade, have the carrier's words as the reason. */
export interface StoredReason {
  readonly reason: string | null
  readonly carrierReason: string | null
}

/** Why a text was not delivered. */
export interface DeliveryFailure {
  readonly reason: DeliveryReason
  /** In the carrier's own terms. */
  readonly carrierReason?: string
}

export function deliveryFailureOf({ reason, carrierReason }: StoredReason): DeliveryFailure | undefined {
  if (reason === null) return undefined
  if (!isCode(reason)) return { reason: 'other', carrierReason: reason }
  return { reason, ...(carrierReason !== null && { carrierReason }) }
}

const isCode = (reason: string): reason is DeliveryReason => Object.hasOwn(deliveryReasons, reason)
