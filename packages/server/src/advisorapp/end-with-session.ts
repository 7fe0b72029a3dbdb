import type { Readable } from 'node:stream'
import type { AccountSession } from '../platform/caller/app-session.ts'
import type { Database } from '../platform/db/pool.ts'
import { Problem } from '../platform/problem/problem.ts'
import { requireActiveSession } from './require-active-session.ts'

const everyMs = 1_000

/** Ends a download within seconds when its session ends, or when the account is no longer open to its person. */
export function endWithSession(database: Database, session: AccountSession, file: Readable): Readable {
  const check = async (): Promise<void> => {
    try {
      await requireActiveSession(database, session)
    } catch (error) {
      // A database that does not respond says nothing about the session.
      if (error instanceof Problem) file.destroy(error)
    }
  }
  const timer = setInterval(() => void check(), everyMs)
  file.once('close', () => clearInterval(timer))
  return file
}
