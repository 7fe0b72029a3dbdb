import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import { findTextingPolicy } from './find-texting-policy.ts'
import { lintConsentRequest, lintHelp, lintStopConfirmation } from './policy-texts.ts'
import { insertPolicy, lockFirm } from './queries.ts'
import { type PolicyVersion, policyOf, type TextingPolicy } from './records.ts'

/** What is not given stays. */
type PolicyChanges = { readonly [Setting in keyof TextingPolicy]?: TextingPolicy[Setting] | undefined }

interface PolicyChange {
  readonly firmId: number
  /** Who decides, for the record. */
  readonly operator: string
  readonly changes: PolicyChanges
}

interface ChangedPolicy {
  /** False: it was like this already, and there is no new version. */
  readonly isNew: boolean
  readonly policy: PolicyVersion
}

/** A firm's first decision is a version even where it equals the defaults: it is on record from then on. */
export async function changeTextingPolicy(
  database: Database,
  { firmId, operator, changes }: PolicyChange,
): Promise<ChangedPolicy> {
  return inTransaction(database, async tx => {
    const [firm] = await lockFirm(tx, [firmId])
    if (!firm) throw new Problem('not_found', `There is no firm with the id ${firmId}.`)
    refuseMistakes(changes, firm.name)
    const current = await findTextingPolicy(tx, firmId)
    const next: TextingPolicy = {
      isConsentRequired: changes.isConsentRequired ?? current.isConsentRequired,
      consentRequestText:
        changes.consentRequestText === undefined ? current.consentRequestText : changes.consentRequestText,
      helpText: changes.helpText ?? current.helpText,
      stopConfirmationText: changes.stopConfirmationText ?? current.stopConfirmationText,
    }
    if (current.decidedAt !== null && isSame(current, next)) return { isNew: false, policy: current }
    const [row] = await insertPolicy(tx, [
      firmId,
      current.version + 1,
      next.isConsentRequired,
      next.consentRequestText,
      next.helpText,
      next.stopConfirmationText,
      operator,
    ])
    if (!row) throw new Error('The database gave no new version')
    return { isNew: true, policy: policyOf(row) }
  })
}

/**
 * Only texts that are given are judged. One that has become wrong, because the firm has another name now, must not keep
 * anybody from requiring consent.
 */
function refuseMistakes(changes: PolicyChanges, firm: string): void {
  const { consentRequestText, helpText, stopConfirmationText } = changes
  const errors = [
    { path: '/consentRequestText', text: consentRequestText, lint: lintConsentRequest },
    { path: '/helpText', text: helpText, lint: lintHelp },
    { path: '/stopConfirmationText', text: stopConfirmationText, lint: lintStopConfirmation },
  ].flatMap(({ path, text, lint }) =>
    text === undefined || text === null ? [] : lint(text, firm).mistakes.map(message => ({ path, message })),
  )
  if (errors.length === 0) return
  throw new Problem('invalid_request', errors.map(({ message }) => message).join(' '), {
    details: { errors },
  })
}

const isSame = (one: TextingPolicy, other: TextingPolicy): boolean =>
  one.isConsentRequired === other.isConsentRequired &&
  one.consentRequestText === other.consentRequestText &&
  one.helpText === other.helpText &&
  one.stopConfirmationText === other.stopConfirmationText
