// Carriers. The rest of the server sees them only through this file.
export type {
  Carrier,
  CarrierEvents,
  InboundText,
  LookedUp,
  OnLate,
  OutgoingText,
  Receipt,
  ReceiptSubject,
  Submission,
} from './carrier.ts'
export { type CarrierDescription, createCarrier } from './create-carrier.ts'
export { shortReference } from './short-reference.ts'
export { chooseHandsetBehaviour } from './simulator/choose-handset-behaviour.ts'
export { createSimulator } from './simulator/create-simulator.ts'
export { findHandsetBehaviour } from './simulator/find-handset-behaviour.ts'
export { listHandsetTexts } from './simulator/list-handset-texts.ts'
export { serveSimulator } from './simulator/serve.ts'
export { serveSmppSimulator } from './simulator/serve-smpp.ts'
export { writeFromHandset } from './simulator/write-from-handset.ts'
export type { SmppSettings } from './smpp/settings.ts'
export { createTwilioReceiver, type TwilioReceiver } from './twilio/create-twilio-receiver.ts'
export type { TwilioSettings } from './twilio/settings.ts'
export { persistence, textsPath } from './twilio/webhook-paths.ts'
