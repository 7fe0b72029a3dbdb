// Carriers. The rest of the server sees them only through this file.
export type {
  Carrier,
  InboundText,
  LookedUp,
  OnLate,
  OutgoingText,
  Receipt,
  ReceiptSubject,
  Submission,
} from './carrier.ts'
export { shortReference } from './short-reference.ts'
export { createSimulator } from './simulator/create-simulator.ts'
export { listHandsetTexts } from './simulator/list-handset-texts.ts'
export { serveSimulator } from './simulator/serve.ts'
export { serveSmppSimulator } from './simulator/serve-smpp.ts'
export { writeFromHandset } from './simulator/write-from-handset.ts'
