import { ConfigError } from '../config.ts'
import { classifyDatabaseError, InstallationMismatchError } from '../db/errors.ts'

/** A failure in words for a person at a terminal. Only a bug shows its stack. */
export function explainFailure(error: unknown): string {
  if (error instanceof ConfigError || error instanceof InstallationMismatchError) return error.message
  if (classifyDatabaseError(error) === 'unavailable') {
    return 'PostgreSQL does not let us in. Is it running, and are address, role and password right?'
  }
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}. Choose another port.`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
