import type { Address } from './addresses.ts'
import type { BodyOf } from './codec/pdu.ts'
import type { Segment } from './codec/segments.ts'

interface Way {
  readonly source: Address
  readonly destination: Address
  /** Whether receipts are requested. */
  readonly wantsReceipts: boolean
}

/** A segment as a message body, in either direction. Nothing is scheduled, replaced or taken from a list. */
export const bodyOf = (
  { esmClass, dataCoding, shortMessage }: Segment,
  { source, destination, wantsReceipts }: Way,
): BodyOf<'submit_sm'> => ({
  serviceType: '',
  sourceTon: source.ton,
  sourceNpi: source.npi,
  source: source.digits,
  destinationTon: destination.ton,
  destinationNpi: destination.npi,
  destination: destination.digits,
  esmClass,
  protocolId: 0,
  priority: 0,
  scheduleDeliveryTime: '',
  validityPeriod: '',
  registeredDelivery: wantsReceipts ? 1 : 0,
  replaceIfPresent: 0,
  dataCoding,
  defaultMessageId: 0,
  shortMessage,
})
