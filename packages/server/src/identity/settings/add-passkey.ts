import { createHash } from 'node:crypto'
import type { AppSession } from '../../platform/caller/app-session.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { PersonAuthor } from '../person/person-author.ts'
import { finishPasskeyRegistration } from '../sign-in/passkeys/finish-passkey-registration.ts'
import { ownRelyingParty } from './own-relying-party.ts'
import { requireFreshSignIn } from './require-fresh-sign-in.ts'

interface MadePasskey {
  readonly session: AppSession
  readonly publicOrigin: string
  /** Response of the browser. */
  readonly response: unknown
  readonly name: string
}

/** Adds the browser's new passkey and returns the id by which pages know it. */
export async function addPasskey(
  database: Database,
  author: PersonAuthor,
  { session, publicOrigin, response, name }: MadePasskey,
): Promise<string> {
  requireFreshSignIn(session)
  const us = ownRelyingParty(publicOrigin)
  const credentialId = await finishPasskeyRegistration(database, us, author, {
    response,
    name,
    sessionId: session.id,
  })
  return createHash('sha256').update(credentialId).digest('hex')
}
