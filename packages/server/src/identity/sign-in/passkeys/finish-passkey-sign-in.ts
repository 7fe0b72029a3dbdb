import { type AuthenticationResponseJSON, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { inTransaction } from '../../../db/in-transaction.ts'
import type { Database } from '../../../db/pool.ts'
import { type AdvisorRow, advisorById } from '../../people/queries.ts'
import { mayEnter } from '../may-enter.ts'
import { type PasskeyRow, passkeyByCredential, usePasskey } from '../queries.ts'
import { spendChallenge } from './challenge.ts'
import type { RelyingParty } from './relying-party.ts'
import { userHandleOf } from './user-handle.ts'

/** The advisor whose passkey answered this interaction's challenge; nobody if anything about it is not right. */
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
  const [advisor] = await advisorById(database, [passkey.advisor_id])
  if (!advisor || !mayEnter(advisor)) return undefined
  const [used] = await inTransaction(database, tx =>
    usePasskey(tx, [passkey.advisor_id, passkey.credential_id, passkey.counter, counter]),
  )
  return used && advisor
}

/** Only what is read before the library looks at the rest. */
function isResponse(response: unknown): response is AuthenticationResponseJSON {
  const { id, response: answer } = (response ?? {}) as Partial<AuthenticationResponseJSON>
  return typeof id === 'string' && /^[\w-]{1,1400}$/.test(id) && typeof answer === 'object' && answer !== null
}

const isFor = ({ advisor_id }: PasskeyRow, { response }: AuthenticationResponseJSON): boolean =>
  response.userHandle === Buffer.from(userHandleOf(advisor_id)).toString('base64url')

async function verifiedCounter(
  { credential_id, public_key, counter }: PasskeyRow,
  response: AuthenticationResponseJSON,
  expected: { readonly expectedChallenge: string; readonly relyingParty: RelyingParty },
): Promise<number | undefined> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: expected.expectedChallenge,
      expectedOrigin: expected.relyingParty.origin,
      expectedRPID: expected.relyingParty.id,
      credential: { id: credential_id, publicKey: Uint8Array.from(public_key), counter },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // The library throws for whatever does not fit: challenge, origin, signature, a counter that went back.
    return undefined
  }
}
