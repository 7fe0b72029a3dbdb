import {
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { Database } from '../../../platform/db/pool.ts'
import { challengeLifeSeconds, keepChallenge } from './challenge.ts'
import type { RelyingParty } from './relying-party.ts'

/** Options for the browser to sign in with any passkey it has for us. They name no account. */
export async function startPasskeySignIn(
  database: Database,
  relyingParty: RelyingParty,
  interaction: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty.id,
    userVerification: 'required',
    timeout: challengeLifeSeconds * 1_000,
  })
  await keepChallenge(database, { interaction }, options.challenge)
  return options
}
