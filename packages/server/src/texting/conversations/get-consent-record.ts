import { consentByMember, consentByPhone, consentSince } from '../../consent/index.ts'
import type { Queryable } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { type HandoverRow, handoversSinceMember } from '../handover/queries.ts'
import { noConversation } from './errors.ts'
import { type ConsentStepRow, consentSteps } from './thread-queries.ts'

export interface ConsentRecord {
  readonly memberId: number
  readonly phone: string
  readonly consent: ConsentStepRow['after']
  readonly lastChanged: Date
  /** Newest first. */
  readonly steps: readonly ConsentStepRow[]
  /** When the book changed hands since the number is known, newest first. */
  readonly handovers: readonly HandoverRow[]
}

/** Current consent for a number and its full history with evidence, whether or not the number is a contact's. */
export async function getConsentRecord(
  db: Queryable,
  advisorId: number,
  member: { readonly memberId: number } | { readonly phone: string },
  entriesMax = 1_000,
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
  const page = [advisorId, memberId, Number.MAX_SAFE_INTEGER, entriesMax] as const
  const steps = await consentSteps(db, [...page])
  const handovers = await handoversSinceMember(db, [...page])
  return { memberId, phone, consent, lastChanged, steps, handovers }
}
