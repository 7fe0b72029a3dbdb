import type { Queryable } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import type { ConsentEvent, ConsentState } from './consent.ts'
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
  readonly lastEvent: ConsentEvent | null
}

/**
 * Where consent stands for a number that one of the advisor's contacts has now. An opt-out outlives the contact, but it
 * is not told of a number that the advisor no longer has.
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
  return found
}
