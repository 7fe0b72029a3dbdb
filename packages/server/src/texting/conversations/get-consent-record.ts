import type { Queryable } from '../../db/pool.ts'
import { consentByMember } from '../consent/queries.ts'
import { noConversation } from './errors.ts'
import { type ConsentStepRow, consentSteps } from './thread-queries.ts'

interface ConsentRecord {
  readonly memberId: number
  readonly phone: string
  readonly consent: ConsentStepRow['after']
  readonly lastChanged: Date
  /** The newest first. */
  readonly steps: readonly ConsentStepRow[]
}

const stepsMax = 1_000

/** Where consent stands for a number, and everything that led there, with its evidence. Contact or not. */
export async function getConsentRecord(
  db: Queryable,
  advisorId: number,
  memberId: number,
): Promise<ConsentRecord> {
  const [found] = await consentByMember(db, [advisorId, memberId])
  if (!found) throw noConversation()
  const { phone, consent, lastChanged } = found
  const steps = await consentSteps(db, [advisorId, memberId, Number.MAX_SAFE_INTEGER, stepsMax])
  return { memberId, phone, consent, lastChanged, steps }
}
