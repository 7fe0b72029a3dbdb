// The append-only record of everything that happened on an advisor's account. Others see it only through this file.
export { append } from './append.ts'
export { type Author, authorOf, entryBy } from './author.ts'
export { ensurePartitions } from './ensure-partitions.ts'
export type { Actor, Entry } from './entry.ts'
