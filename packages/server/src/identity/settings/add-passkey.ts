import { createHash } from 'node:crypto'
import type { Database } from '../../db/pool.ts'
import type { AppSession } from '../../http/session-guard.ts'
import type * as journal from '../../journal/index.ts'
import { finishPasskeyRegistration } from '../sign-in/passkeys/finish-passkey-registration.ts'
import { ownRelyingParty } from './own-relying-party.ts'
import { requireFreshSignIn } from './require-fresh-sign-in.ts'

interface MadePasskey {
  readonly session: AppSession
  readonly publicOrigin: string
  /** What the browser answered. */
  readonly response: unknown
  readonly name: string
}

/** Adds what the browser made and answers the id by which pages know it. */
export async function addPasskey(
  database: Database,
  author: journal.Author,
  { session, publicOrigin, response, name }: MadePasskey,
): Promise<string> {
  requireFreshSignIn(session)
  const us = ownRelyingParty(publicOrigin)
  const credentialId = await finishPasskeyRegistration(database, us, author, { response, name })
  return createHash('sha256').update(credentialId).digest('hex')
}
