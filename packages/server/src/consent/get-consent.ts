import type { Queryable } from '../platform/db/pool.ts'
import { required } from '../platform/db/rows.ts'
import { Problem } from '../platform/problem/problem.ts'
import { consentByMember, consentByPhone } from './queries.ts'
import type { KnownConsent } from './shown-consent.ts'
import { withAskRefusals } from './with-ask-refusals.ts'

interface Asked {
  readonly phone?: string | undefined
  readonly memberId?: number | undefined
}

/**
 * Current consent for a number that one of the advisor's contacts has now. An opt-out outlives the contact, but is not
 * disclosed for a number the advisor no longer has.
 */
export async function getConsent(db: Queryable, advisorId: number, asked: Asked): Promise<KnownConsent> {
  const { phone, memberId } = asked
  if (phone === undefined && memberId === undefined) {
    throw new Problem('invalid_request', 'Give phone or memberId.')
  }
  const [found] =
    memberId === undefined
      ? await consentByPhone(db, [advisorId, phone ?? ''])
      : await consentByMember(db, [advisorId, memberId])
  if (!found?.hasContact) {
    throw new Problem('not_found', 'No contact on this advisor’s account has that phone number.')
  }
  if (phone !== undefined && memberId !== undefined && found.phone !== phone) {
    throw new Problem('invalid_request', 'The phone number and the memberId do not belong together.')
  }
  const [known] = await withAskRefusals(db, advisorId, [found])
  return required(known, 'the consent that was found')
}
