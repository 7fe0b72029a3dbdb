import type { Queryable } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import { requireTextingAccount } from '../policy/find-texting-accounts.ts'
import { renderText } from '../policy/render-text.ts'

interface Words {
  readonly text: string
  readonly number: string
  readonly policyVersion: number
}

/** The firm's text with the names put in. */
export async function consentWordsOf(db: Queryable, advisorId: number): Promise<Words> {
  const account = await requireTextingAccount(db, advisorId)
  const { consentRequestText, number, policyVersion, advisorName, firmName } = account
  if (consentRequestText === null) throw notCollected('the firm has no consent text')
  if (number === null) throw notCollected('the advisor has no texting number')
  const text = renderText(consentRequestText, { advisor: advisorName, firm: firmName })
  return { text, number, policyVersion }
}

const notCollected = (why: string): Problem =>
  new Problem(
    'conflict',
    `The advisor’s account is not set up to collect consent: ${why}. Contact the operator.`,
  )
