// Carriers. The rest of the server sees them only through this file.
export type {
  Carrier,
  CarrierEvents,
  CarrierReason,
  InboundText,
  LookedUp,
  OnLate,
  OutgoingText,
  Receipt,
  ReceiptSubject,
  Submission,
} from './carrier.ts'
export { type CarrierDescription, createCarrier } from './create-carrier.ts'
export { type FetchedReplies, fetchReplies } from './fetch-replies.ts'
export { shortReference } from './short-reference.ts'
export { createSmppCarrier } from './smpp/create-smpp-carrier.ts'
export type { SmppSettings } from './smpp/settings.ts'
export { createTwilioReceiver, type TwilioReceiver } from './twilio/create-twilio-receiver.ts'
export type { TwilioSettings } from './twilio/settings.ts'
export { isSignature } from './twilio/signature.ts'
export { persistence, textsPath } from './twilio/webhook-paths.ts'
