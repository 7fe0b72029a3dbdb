import type { Queryable } from '../platform/db/pool.ts'
import { Problem } from '../platform/problem/problem.ts'
import { type ConsentState, isAsked } from './consent.ts'
import { type AskRefusal, decideAsk } from './decide-ask.ts'
import { requireTextingAccount } from './policy/find-texting-accounts.ts'
import { consentByMember, consentByPhone } from './queries.ts'

interface Asked {
  readonly phone?: string | undefined
  readonly memberId?: number | undefined
}

interface Known {
  readonly memberId: number
  readonly consent: ConsentState
  readonly lastChanged: Date
  readonly lastRequested: Date | null
  /** Why a consent request would be refused right now. */
  readonly askRefusal: AskRefusal | undefined
}

/**
 * Current consent for a number that one of the advisor's contacts has now. An opt-out outlives the contact, but is not
 * disclosed for a number the advisor no longer has.
 */
export async function getConsent(db: Queryable, advisorId: number, asked: Asked): Promise<Known> {
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
  const askRefusal = isAsked(found.consent)
    ? decideAsk(found, await requireTextingAccount(db, advisorId), new Date())
    : undefined
  return { ...found, askRefusal }
}
