// Carriers. The rest of the server sees them only through this file.
export type {
  Carrier,
  InboundText,
  LookedUp,
  OutgoingText,
  Receipt,
  Submission,
} from './carrier.ts'
export { createSimulator } from './simulator/create-simulator.ts'
export { listHandsetTexts } from './simulator/list-handset-texts.ts'
export { serveSimulator } from './simulator/serve.ts'
export { writeFromHandset } from './simulator/write-from-handset.ts'
