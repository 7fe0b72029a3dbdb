// The scheduler in a process of its own, to be killed. It says when it runs; a failure ends it.
import { createPool } from '../src/db/pool.ts'
import { startScheduler } from '../src/texting/index.ts'

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
