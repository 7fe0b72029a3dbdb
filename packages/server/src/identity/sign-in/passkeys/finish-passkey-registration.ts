import { type RegistrationResponseJSON, verifyRegistrationResponse } from '@simplewebauthn/server'
import * as journal from '../../../journal/index.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { spendChallenge } from './challenge.ts'
import { insertPasskey } from './queries.ts'
import { type RelyingParty, signatureAlgorithms } from './relying-party.ts'

interface NewPasskey {
  /** Response of the browser. */
  readonly response: unknown
  /** Label for the advisor. */
  readonly name: string
}

/** Adds the passkey to the advisor's account and returns its credential id. */
export async function finishPasskeyRegistration(
  database: Database,
  relyingParty: RelyingParty,
  author: journal.Author,
  { response, name }: NewPasskey,
): Promise<string> {
  const { advisorId } = author
  const expectedChallenge = await spendChallenge(database, { advisorId })
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
    const [added] = await insertPasskey(tx, [advisorId, id, publicKey, counter, transports, name])
    if (!added) throw new Problem('conflict', 'This passkey is already registered.')
    await journal.append(tx, [
      journal.entryBy(author, added.at, {
        kind: 'passkey.added',
        subject: { kind: 'advisor', id: advisorId },
        facts: { name },
      }),
    ])
    return added.credentialId
  })
}

const refusal = (detail: string, cause?: unknown): Problem =>
  new Problem('invalid_request', detail, { cause })
