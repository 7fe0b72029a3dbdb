import type { FirmPolicyCheck } from '@parley/contract'
import { lintTexts, renderText, type TextingPolicy } from '../../consent/index.ts'
import { findFirm, listAdvisors } from '../../identity/index.ts'
import type { Queryable } from '../../platform/db/pool.ts'

/** Each text as a client of one of the firm's advisors reads it, with every lint. */
export async function checkPolicy(
  db: Queryable,
  firmId: number,
  policy: TextingPolicy,
): Promise<FirmPolicyCheck> {
  const firm = await findFirm(db, String(firmId))
  const advisors = await listAdvisors(db, firmId)
  const sample = advisors.find(({ active }) => active) ?? advisors[0]
  const speaker = { advisor: sample?.name ?? 'Avery Stone', firm: firm.name }
  const { texts, warnings } = lintTexts(policy, firm.name)
  return {
    texts: texts.map(({ field, text, mistakes, warnings: about }) => ({
      field,
      rendered: renderText(text, speaker),
      mistakes: [...mistakes],
      warnings: [...about],
    })),
    warnings: [...warnings],
  }
}
