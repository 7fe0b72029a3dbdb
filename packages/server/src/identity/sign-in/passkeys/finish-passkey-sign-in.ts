import { type AuthenticationResponseJSON, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { mayEnterByThemselves } from '../../person/may-enter.ts'
import { type PersonRow, personById } from '../../person/queries.ts'
import { spendChallenge } from './challenge.ts'
import { type PasskeyRow, passkeyByCredential, usePasskey } from './queries.ts'
import type { RelyingParty } from './relying-party.ts'
import { userHandleOf } from './user-handle.ts'

interface PasskeySignIn extends PersonRow {
  readonly credentialId: string
}

/** The person whose passkey signed this interaction's challenge; undefined if any check fails. */
export async function finishPasskeySignIn(
  database: Database,
  relyingParty: RelyingParty,
  interaction: string,
  response: unknown,
): Promise<PasskeySignIn | undefined> {
  const expectedChallenge = await spendChallenge(database, { interaction })
  if (expectedChallenge === undefined || !isResponse(response)) return undefined
  const [passkey] = await passkeyByCredential(database, [response.id])
  if (!passkey || !isFor(passkey, response)) return undefined
  const counter = await verifiedCounter(passkey, response, { expectedChallenge, relyingParty })
  if (counter === undefined) return undefined
  const [person] = await personById(database, [passkey.personId])
  if (!person || !mayEnterByThemselves(person)) return undefined
  const [used] = await inTransaction(database, tx =>
    usePasskey(tx, [passkey.personId, passkey.credentialId, passkey.counter, counter]),
  )
  return used && { ...person, credentialId: passkey.credentialId }
}

/** Only fields that are read before the library validates the rest. */
function isResponse(response: unknown): response is AuthenticationResponseJSON {
  const { id, response: answer } = (response ?? {}) as Partial<AuthenticationResponseJSON>
  return typeof id === 'string' && /^[\w-]{1,1400}$/.test(id) && typeof answer === 'object' && answer !== null
}

const isFor = ({ personId }: PasskeyRow, { response }: AuthenticationResponseJSON): boolean =>
  response.userHandle === Buffer.from(userHandleOf(personId)).toString('base64url')

async function verifiedCounter(
  { credentialId, publicKey, counter }: PasskeyRow,
  response: AuthenticationResponseJSON,
  expected: { readonly expectedChallenge: string; readonly relyingParty: RelyingParty },
): Promise<number | undefined> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: expected.expectedChallenge,
      expectedOrigin: expected.relyingParty.origin,
      expectedRPID: expected.relyingParty.id,
      credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // The library throws for every mismatch: challenge, origin, signature, a counter that went back.
    return undefined
  }
}
