import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
} from '@simplewebauthn/server'
import type { Database } from '../../../db/pool.ts'
import type { AdvisorRow } from '../../people/queries.ts'
import { passkeysOfAdvisor } from '../queries.ts'
import { challengeLifeSeconds, keepChallenge } from './challenge.ts'
import { type RelyingParty, signatureAlgorithms } from './relying-party.ts'
import { userHandleOf } from './user-handle.ts'

/** What the browser needs to make a passkey for an advisor who is signed in. */
export async function startPasskeyRegistration(
  database: Database,
  relyingParty: RelyingParty,
  advisor: Pick<AdvisorRow, 'id' | 'name' | 'email'>,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const known = await passkeysOfAdvisor(database, [advisor.id])
  const options = await generateRegistrationOptions({
    rpID: relyingParty.id,
    rpName: relyingParty.name,
    userID: userHandleOf(advisor.id),
    userName: advisor.email,
    userDisplayName: advisor.name,
    timeout: challengeLifeSeconds * 1_000,
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: [...transports],
    })),
    supportedAlgorithmIDs: [...signatureAlgorithms],
    // It signs in by itself, so it must be found without a name and must check who holds it.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(database, { advisorId: advisor.id }, options.challenge)
  return options
}
