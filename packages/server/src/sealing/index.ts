// One order of all journal entries. Other features use only this file.
export type { NewsRow } from './follow/queries.ts'
export { readNews, readReached } from './follow/read-news.ts'
export { runSealer } from './run-sealer.ts'
export { adoptLog } from './sequence/adopt-log.ts'
export { type LogStatus, readLogStatus } from './sequence/read-log-status.ts'
