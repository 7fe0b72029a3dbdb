import { Problem } from '../../platform/problem/problem.ts'
import { type RelyingParty, relyingPartyOf } from '../sign-in/passkeys/relying-party.ts'

/** Our WebAuthn relying party, or why there are no passkeys. */
export function ownRelyingParty(publicOrigin: string): RelyingParty {
  const us = relyingPartyOf(publicOrigin)
  if (us) return us
  throw new Problem(
    'conflict',
    'Browsers do not allow passkeys here: they need an https address with a domain name.',
  )
}
