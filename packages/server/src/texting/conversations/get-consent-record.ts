import { consentByMember, consentByPhone, consentSince } from '../../consent/index.ts'
import type { Queryable } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { noConversation } from './errors.ts'
import { type ConsentStepRow, consentSteps } from './thread-queries.ts'

export interface ConsentRecord {
  readonly memberId: number
  readonly phone: string
  readonly consent: ConsentStepRow['after']
  readonly lastChanged: Date
  /** Newest first. */
  readonly steps: readonly ConsentStepRow[]
}

/** Current consent for a number and its full history with evidence, whether or not the number is a contact's. */
export async function getConsentRecord(
  db: Queryable,
  advisorId: number,
  member: { readonly memberId: number } | { readonly phone: string },
  stepsMax = 1_000,
): Promise<ConsentRecord> {
  const [found] =
    'phone' in member
      ? await consentByPhone(db, [advisorId, member.phone])
      : await consentByMember(db, [advisorId, member.memberId])
  if (!found) {
    throw 'phone' in member
      ? new Problem('not_found', `The advisor has never texted or heard from ${member.phone}.`)
      : noConversation()
  }
  const { memberId, phone, consent } = found
  const lastChanged = consentSince(found, found.lastChanged)
  const steps = await consentSteps(db, [advisorId, memberId, Number.MAX_SAFE_INTEGER, stepsMax])
  return { memberId, phone, consent, lastChanged, steps }
}
