import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import type { Database } from '../../db/pool.ts'
import type { AppSession } from '../../http/session-guard.ts'
import { advisorById } from '../people/queries.ts'
import { startPasskeyRegistration } from '../sign-in/passkeys/start-passkey-registration.ts'
import { ownRelyingParty } from './own-relying-party.ts'
import { requireFreshSignIn } from './require-fresh-sign-in.ts'

/** What the browser needs to make a passkey for whoever is signed in. */
export async function startPasskey(
  database: Database,
  publicOrigin: string,
  session: AppSession,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  requireFreshSignIn(session)
  const [advisor] = await advisorById(database, [session.advisorId])
  if (!advisor) throw new Error('a caller’s advisor is not there')
  return startPasskeyRegistration(database, ownRelyingParty(publicOrigin), advisor)
}
