import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { findTextingPolicy } from './find-texting-policy.ts'
import { lintConsentRequest, lintHelp, lintOptInConfirmation, lintStopConfirmation } from './policy-texts.ts'
import { insertPolicy, lockFirm } from './queries.ts'
import type { PolicyVersion, TextingPolicy } from './records.ts'

/** Omitted settings stay unchanged. */
type PolicyChanges = { readonly [Setting in keyof TextingPolicy]?: TextingPolicy[Setting] | undefined }

interface PolicyChange {
  readonly firmId: number
  /** Who made the decision, as the list of versions shows it. */
  readonly decidedBy: string
  /** The operator of that name, unless somebody else decided. */
  readonly actor?: journal.Actor
  readonly changes: PolicyChanges
  /** Version that the change was made from. A newer one refuses it. */
  readonly basedOn?: number
}

interface ChangedPolicy {
  /** False if nothing changed and no new version was written. */
  readonly isNew: boolean
  readonly policy: PolicyVersion
}

/** A firm's first decision creates a version even if it equals the defaults, so that it is on record. */
export async function changeTextingPolicy(
  database: Database,
  { firmId, decidedBy, actor = { kind: 'operator', name: decidedBy }, changes, basedOn }: PolicyChange,
): Promise<ChangedPolicy> {
  return inTransaction(database, async tx => {
    const [firm] = await lockFirm(tx, [firmId])
    if (!firm) throw new Problem('not_found', `There is no firm with the id ${firmId}.`)
    refusePolicyMistakes(changes, firm.name)
    const current = await findTextingPolicy(tx, firmId)
    if (basedOn !== undefined && basedOn !== current.version) {
      throw new Problem(
        'conflict',
        `Version ${current.version} was decided in the meantime. Look at it, then make your change again.`,
      )
    }
    const next: TextingPolicy = {
      isConsentRequired: changes.isConsentRequired ?? current.isConsentRequired,
      consentRequestText:
        changes.consentRequestText === undefined ? current.consentRequestText : changes.consentRequestText,
      helpText: changes.helpText ?? current.helpText,
      stopConfirmationText: changes.stopConfirmationText ?? current.stopConfirmationText,
      optInConfirmationText: changes.optInConfirmationText ?? current.optInConfirmationText,
      askAgainAfterHours: changes.askAgainAfterHours ?? current.askAgainAfterHours,
      askAgainAfterNoDays: changes.askAgainAfterNoDays ?? current.askAgainAfterNoDays,
      declinesMost: changes.declinesMost ?? current.declinesMost,
    }
    if (current.decidedAt !== null && isSame(current, next)) return { isNew: false, policy: current }
    const row = firstRow(
      await insertPolicy(tx, [
        firmId,
        current.version + 1,
        next.isConsentRequired,
        next.consentRequestText,
        next.helpText,
        next.stopConfirmationText,
        next.optInConfirmationText,
        next.askAgainAfterHours,
        next.askAgainAfterNoDays,
        next.declinesMost,
        decidedBy,
      ]),
      'the new policy version',
    )
    // The full version is kept in its own append-only table.
    await journal.recordAct(tx, {
      owner: { firmId },
      actor,
      kind: 'texting_policy.changed',
      subject: { kind: 'firm', id: firmId },
      facts: { version: current.version + 1, settings: { ...next } },
    })
    return { isNew: true, policy: row }
  })
}

/**
 * Only the texts in this change are linted. A stored text that became invalid because the firm was renamed must not
 * block the firm from requiring consent.
 */
function refusePolicyMistakes(changes: PolicyChanges, firm: string): void {
  const { consentRequestText, helpText, stopConfirmationText, optInConfirmationText } = changes
  const texts = [
    { path: '/consentRequestText', text: consentRequestText, lint: lintConsentRequest },
    { path: '/helpText', text: helpText, lint: lintHelp },
    { path: '/stopConfirmationText', text: stopConfirmationText, lint: lintStopConfirmation },
    { path: '/optInConfirmationText', text: optInConfirmationText, lint: lintOptInConfirmation },
  ].flatMap(({ path, text, lint }) =>
    text === undefined || text === null ? [] : lint(text, firm).mistakes.map(message => ({ path, message })),
  )
  const numbers = askingLimits.flatMap(({ setting, least, most }) => {
    const given = changes[setting]
    if (given === undefined || (Number.isInteger(given) && given >= least && given <= most)) return []
    return [{ path: `/${setting}`, message: `${setting} must be a whole number from ${least} to ${most}.` }]
  })
  const errors = [...texts, ...numbers]
  if (errors.length === 0) return
  throw new Problem('invalid_request', errors.map(({ message }) => message).join(' '), {
    details: { errors },
  })
}

const askingLimits = [
  { setting: 'askAgainAfterHours', least: 0, most: 8_760 },
  { setting: 'askAgainAfterNoDays', least: 0, most: 3_650 },
  { setting: 'declinesMost', least: 1, most: 10 },
] as const

const isSame = (one: TextingPolicy, other: TextingPolicy): boolean =>
  one.isConsentRequired === other.isConsentRequired &&
  one.consentRequestText === other.consentRequestText &&
  one.helpText === other.helpText &&
  one.stopConfirmationText === other.stopConfirmationText &&
  one.optInConfirmationText === other.optInConfirmationText &&
  one.askAgainAfterHours === other.askAgainAfterHours &&
  one.askAgainAfterNoDays === other.askAgainAfterNoDays &&
  one.declinesMost === other.declinesMost
