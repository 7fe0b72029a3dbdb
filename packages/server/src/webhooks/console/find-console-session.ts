import { hashSecret } from '../../identity/index.ts'
import type { Queryable } from '../../platform/db/pool.ts'
import { type ConsoleApplication, linkByToken, sessionByToken } from './queries.ts'

/** Anything else is not looked up. */
const isToken = (text: string | undefined): text is string => text !== undefined && /^[\w-]{43}$/.test(text)

/** The application of a session, read for each request: once it is disabled, its sessions are over everywhere. */
export async function findConsoleSession(
  db: Queryable,
  token: string | undefined,
): Promise<(ConsoleApplication & { readonly token: string }) | undefined> {
  if (!isToken(token)) return undefined
  const [application] = await sessionByToken(db, [hashSecret(token)])
  return application && { ...application, token }
}

/** The application that a link would open. It stays usable. */
export async function findConsoleLink(
  db: Queryable,
  token: string | undefined,
): Promise<ConsoleApplication | undefined> {
  if (!isToken(token)) return undefined
  const [application] = await linkByToken(db, [hashSecret(token)])
  return application
}
