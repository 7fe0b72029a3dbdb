// The append-only record of every event on an advisor's account, a firm or the installation. Other features use only this file.
export { append } from './append.ts'
export { type Author, authorOf, entryBy } from './author.ts'
export { ensurePartitions } from './ensure-partitions.ts'
export { type Actor, type Entry, type Owner, setup } from './entry.ts'
export { listActs } from './list-acts.ts'
export { listEntriesOfContact } from './list-entries-of-contact.ts'
export type { SubjectRow } from './read-queries.ts'
export { recordAct } from './record-act.ts'
