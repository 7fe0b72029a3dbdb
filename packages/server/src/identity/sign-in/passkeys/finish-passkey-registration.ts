import { type RegistrationResponseJSON, verifyRegistrationResponse } from '@simplewebauthn/server'
import { inTransaction } from '../../../db/in-transaction.ts'
import type { Database } from '../../../db/pool.ts'
import { Problem } from '../../../http/problem.ts'
import * as journal from '../../../journal/index.ts'
import { insertPasskey } from '../queries.ts'
import { spendChallenge } from './challenge.ts'
import { type RelyingParty, signatureAlgorithms } from './relying-party.ts'

interface NewPasskey {
  /** What the browser answered. */
  readonly response: unknown
  /** By which the advisor will know it. */
  readonly name: string
}

/** Adds the passkey to the advisor's account and answers its credential's id. */
export async function finishPasskeyRegistration(
  database: Database,
  relyingParty: RelyingParty,
  author: journal.Author,
  { response, name }: NewPasskey,
): Promise<string> {
  const { advisorId } = author
  const expectedChallenge = await spendChallenge(database, { advisorId })
  if (expectedChallenge === undefined) throw refusal('No passkey was asked for, or too long ago.')
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    supportedAlgorithmIDs: [...signatureAlgorithms],
  }).catch((cause: unknown) => {
    throw refusal('The passkey does not fit what was asked for.', cause)
  })
  if (!registrationInfo) throw refusal('The passkey does not fit what was asked for.')
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return inTransaction(database, async tx => {
    const [added] = await insertPasskey(tx, [advisorId, id, publicKey, counter, transports, name])
    if (!added) throw new Problem('conflict', 'This passkey is in use already.')
    await journal.append(tx, [
      journal.entryBy(author, added.at, {
        kind: 'passkey.added',
        subject: { kind: 'advisor', id: advisorId },
        facts: { name },
      }),
    ])
    return added.credential_id
  })
}

const refusal = (detail: string, cause?: unknown): Problem =>
  new Problem('invalid_request', detail, { cause })
