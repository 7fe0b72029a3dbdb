import { type AskingRules, renderText, requireTextingAccount } from '../../consent/index.ts'
import type { Queryable } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'

interface ConsentRequestText {
  readonly text: string
  readonly number: string
  readonly policyVersion: number
  readonly rules: AskingRules
}

/** The firm's consent text with the names filled in. */
export async function consentRequestTextOf(db: Queryable, advisorId: number): Promise<ConsentRequestText> {
  const account = await requireTextingAccount(db, advisorId)
  const { consentRequestText, number, policyVersion, advisorName, firmName } = account
  if (consentRequestText === null) throw notCollected('the firm has no consent text')
  if (number === null) throw notCollected('the advisor has no texting number')
  const text = renderText(consentRequestText, { advisor: advisorName, firm: firmName })
  return { text, number, policyVersion, rules: account }
}

const notCollected = (why: string): Problem =>
  new Problem(
    'conflict',
    `The advisor’s account is not set up to collect consent: ${why}. Contact the operator.`,
  )
