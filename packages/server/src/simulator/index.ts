// The carrier of a sandbox. The rest of the server sees it only through this file.

export { createSimulator } from './create-simulator.ts'
export { deleteOldTexts as deleteOldSimulatorTexts } from './delete-old-texts.ts'
export { chooseHandsetBehaviour } from './handsets/choose-handset-behaviour.ts'
export { findHandsetBehaviour } from './handsets/find-handset-behaviour.ts'
export { listHandsetTexts } from './handsets/list-handset-texts.ts'
export { writeFromHandset } from './handsets/write-from-handset.ts'
export { serveSimulator } from './serve-simulator.ts'
export { serveSmppSimulator } from './serve-smpp-simulator.ts'
export { simulatorName } from './wire.ts'
