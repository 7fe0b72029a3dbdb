import { type Asking, type AskingRules, decideAsk } from './decide-ask.ts'

/** When a recipient who was asked or declined may be asked again, as the app shows it. */
export function shownAsking(asking: Asking, rules: AskingRules): { readonly dateTimeMayAsk?: string | null } {
  const refusal = decideAsk(asking, rules, new Date())
  return refusal ? { dateTimeMayAsk: refusal.mayAskAt?.toISOString() ?? null } : {}
}

/** Start of the current state: the latest request if pending, the latest NO if declined, else the last change. */
export function consentSince({ consent, askedAt, declinedAt }: Asking, changedAt: Date): Date {
  if (consent === 'pending') return askedAt ?? changedAt
  return consent === 'declined' ? (declinedAt ?? changedAt) : changedAt
}
