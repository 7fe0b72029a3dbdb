import { Problem } from '../../http/problem.ts'
import { type RelyingParty, relyingPartyOf } from '../sign-in/passkeys/relying-party.ts'

/** Us, as a passkey knows us, or why there are none. */
export function ownRelyingParty(publicOrigin: string): RelyingParty {
  const us = relyingPartyOf(publicOrigin)
  if (us) return us
  throw new Problem('conflict', 'Browsers refuse passkeys for this address: it must be https with a name.')
}
