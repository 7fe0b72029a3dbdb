// The scheduler in a separate process, to be killed. It prints when it runs; a failure ends it.
import { createPool } from '../../src/platform/db/pool.ts'
import { startScheduler } from '../../src/texting/schedules/start-scheduler.ts'

const database = createPool({
  url: process.argv[2] ?? '',
  size: 2,
  applicationName: 'scheduler',
  connectTimeoutMs: 10_000,
})
startScheduler(database, error => {
  throw error
})
process.send?.('running')
process.once('disconnect', () => process.exit())
