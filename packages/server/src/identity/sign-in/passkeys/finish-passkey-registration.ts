import { type RegistrationResponseJSON, verifyRegistrationResponse } from '@simplewebauthn/server'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { type PersonAuthor, recordOfPerson } from '../../person/person-author.ts'
import { requireSession } from '../../sessions/require-session.ts'
import { spendChallenge } from './challenge.ts'
import { insertPasskey, lockSignInMethods } from './queries.ts'
import { type RelyingParty, signatureAlgorithms } from './relying-party.ts'

interface NewPasskey {
  /** Response of the browser. */
  readonly response: unknown
  /** Label for its owner. */
  readonly name: string
  readonly sessionId: number
}

/** Adds the passkey to what the person signs in with and returns its credential id. */
export async function finishPasskeyRegistration(
  database: Database,
  relyingParty: RelyingParty,
  author: PersonAuthor,
  { response, name, sessionId }: NewPasskey,
): Promise<string> {
  const { personId } = author
  const expectedChallenge = await spendChallenge(database, { personId })
  if (expectedChallenge === undefined) throw refusal('The passkey request has expired. Try again.')
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    supportedAlgorithmIDs: [...signatureAlgorithms],
  }).catch((cause: unknown) => {
    throw refusal('The passkey does not match the request. Try again.', cause)
  })
  if (!registrationInfo) throw refusal('The passkey does not match the request. Try again.')
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return inTransaction(database, async tx => {
    await lockSignInMethods(tx, [personId])
    await requireSession(tx, personId, sessionId)
    const [added] = await insertPasskey(tx, [personId, id, publicKey, counter, transports, name])
    if (!added) throw new Problem('conflict', 'This passkey is already registered.')
    await recordOfPerson(tx, author, { kind: 'passkey.added', facts: { name } })
    return added.credentialId
  })
}

const refusal = (detail: string, cause?: unknown): Problem =>
  new Problem('invalid_request', detail, { cause })
