// A witness of logs: cosigns what only grew. Needs no database.
export { runWitness } from './run-witness.ts'
export { addKnownLog, listKnownLogs } from './state/known-log.ts'
export { readStoredCheckpoint } from './state/stored-checkpoint.ts'
export { createDirectory, readKeys, type WitnessKeys } from './state/witness-directory.ts'
