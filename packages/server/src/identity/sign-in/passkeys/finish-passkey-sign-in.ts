import { type AuthenticationResponseJSON, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { mayEnter } from '../../people/may-enter.ts'
import { type AdvisorRow, advisorById } from '../../people/queries.ts'
import { spendChallenge } from './challenge.ts'
import { type PasskeyRow, passkeyByCredential, usePasskey } from './queries.ts'
import type { RelyingParty } from './relying-party.ts'
import { userHandleOf } from './user-handle.ts'

/** The advisor whose passkey signed this interaction's challenge; undefined if any check fails. */
export async function finishPasskeySignIn(
  database: Database,
  relyingParty: RelyingParty,
  interaction: string,
  response: unknown,
): Promise<AdvisorRow | undefined> {
  const expectedChallenge = await spendChallenge(database, { interaction })
  if (expectedChallenge === undefined || !isResponse(response)) return undefined
  const [passkey] = await passkeyByCredential(database, [response.id])
  if (!passkey || !isFor(passkey, response)) return undefined
  const counter = await verifiedCounter(passkey, response, { expectedChallenge, relyingParty })
  if (counter === undefined) return undefined
  const [advisor] = await advisorById(database, [passkey.advisorId])
  if (!advisor || !mayEnter(advisor)) return undefined
  const [used] = await inTransaction(database, tx =>
    usePasskey(tx, [passkey.advisorId, passkey.credentialId, passkey.counter, counter]),
  )
  return used && advisor
}

/** Only fields that are read before the library validates the rest. */
function isResponse(response: unknown): response is AuthenticationResponseJSON {
  const { id, response: answer } = (response ?? {}) as Partial<AuthenticationResponseJSON>
  return typeof id === 'string' && /^[\w-]{1,1400}$/.test(id) && typeof answer === 'object' && answer !== null
}

const isFor = ({ advisorId }: PasskeyRow, { response }: AuthenticationResponseJSON): boolean =>
  response.userHandle === Buffer.from(userHandleOf(advisorId)).toString('base64url')

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
