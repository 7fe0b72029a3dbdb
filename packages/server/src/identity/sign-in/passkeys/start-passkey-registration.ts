import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
} from '@simplewebauthn/server'
import type { Database } from '../../../platform/db/pool.ts'
import type { PersonRow } from '../../person/queries.ts'
import { challengeLifeSeconds, keepChallenge } from './challenge.ts'
import { passkeysOfPerson } from './queries.ts'
import { type RelyingParty, signatureAlgorithms } from './relying-party.ts'
import { userHandleOf } from './user-handle.ts'

/** Options for the browser to create a passkey for a signed-in person. */
export async function startPasskeyRegistration(
  database: Database,
  relyingParty: RelyingParty,
  person: Pick<PersonRow, 'id' | 'name' | 'email'>,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const known = await passkeysOfPerson(database, [person.id])
  const options = await generateRegistrationOptions({
    rpID: relyingParty.id,
    rpName: relyingParty.name,
    userID: userHandleOf(person.id),
    userName: person.email,
    userDisplayName: person.name,
    timeout: challengeLifeSeconds * 1_000,
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
    supportedAlgorithmIDs: [...signatureAlgorithms],
    // It signs in alone, so it must be discoverable without a name and must verify its user.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(database, { personId: person.id }, options.challenge)
  return options
}
