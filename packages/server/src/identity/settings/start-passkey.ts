import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import type { AppSession } from '../../platform/caller/app-session.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { personById } from '../person/queries.ts'
import { startPasskeyRegistration } from '../sign-in/passkeys/start-passkey-registration.ts'
import { ownRelyingParty } from './own-relying-party.ts'
import { requireFreshSignIn } from './require-fresh-sign-in.ts'

/** Options for the browser to create a passkey for the signed-in person. */
export async function startPasskey(
  database: Database,
  publicOrigin: string,
  session: AppSession,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  requireFreshSignIn(session)
  const person = firstRow(await personById(database, [session.personId]), 'the person of the session')
  return startPasskeyRegistration(database, ownRelyingParty(publicOrigin), person)
}
