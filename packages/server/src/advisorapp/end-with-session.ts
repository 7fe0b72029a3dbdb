import type { Readable } from 'node:stream'
import type { AccountSession } from '../platform/caller/app-session.ts'
import type { Database } from '../platform/db/pool.ts'
import { runPeriodically } from '../platform/jobs/run-periodically.ts'
import { Problem } from '../platform/problem/problem.ts'
import { requireActiveSession } from './require-active-session.ts'

const everyMs = 1_000

/** Ends a download within seconds when its session ends, or when the account is no longer open to its person. */
export function endWithSession(database: Database, session: AccountSession, file: Readable): Readable {
  // Nothing would end the checks of a file that was closed before.
  if (file.closed) return file
  const checks = runPeriodically({
    everyMs,
    work: () => requireActiveSession(database, session),
    onFailure: error => {
      // A database that does not respond says nothing about the session.
      if (error instanceof Problem) file.destroy(error)
    },
  })
  file.once('close', () => void checks.stop())
  return file
}
