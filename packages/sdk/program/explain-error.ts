import {
  AuthorizationRequiredError,
  ConnectionError,
  OAuthError,
  ParleyError,
  UnauthorizedError,
} from '../src/index.ts'
import { CommandError } from './surroundings.ts'

/** What happened, then what to do. Only a bug shows its stack. */
export function explainError(error: unknown): string {
  if (error instanceof CommandError) return error.message
  if (error instanceof ConnectionError)
    return `Cannot reach the service${codeOf(error)}. Check the base URL, and that the sandbox is running.`
  if (error instanceof UnauthorizedError || error instanceof AuthorizationRequiredError)
    return `${error.message} If the token has expired, get a new one; npm run dev writes new ones to .parley/dev.json.`
  if (error instanceof OAuthError && error.code === 'invalid_scope')
    return `${error.message}. Ask the operator for the scope events.read, or use the token of one advisor with --advisor.`
  if (error instanceof ParleyError)
    return error.traceId === undefined ? error.message : `${error.message} (trace id ${error.traceId})`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Such as ECONNREFUSED, which fetch hides two levels down. */
function codeOf(error: Error): string {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && /^[A-Z_]+$/.test(String(cause.code))) return ` (${String(cause.code)})`
  }
  return ''
}
