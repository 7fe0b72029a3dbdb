import { importUpload } from '../../src/addressbook/index.ts'
import { createPool } from '../../src/platform/db/pool.ts'
import { runJobs } from '../../src/platform/jobs/run-jobs.ts'

/** Runs import jobs like a worker until the given function has finished. */
export async function runImports<Result>(databaseUrl: string, until: () => Promise<Result>): Promise<Result> {
  const database = createPool({
    url: databaseUrl,
    size: 3,
    applicationName: 'test worker',
    connectTimeoutMs: 10_000,
  })
  const running = await runJobs({ database, jobs: [importUpload], concurrency: 1, log: () => {} })
  try {
    return await until()
  } finally {
    await running.stop()
    await database.end()
  }
}
