import type { Caller } from '../../http/guard.ts'
import type { AccessRow } from './queries.ts'
import { keyMissing, keyNotAccepted, tokenNotAccepted } from './refusals.ts'
import type { TokenSubject } from './token-subject.ts'
import type { UsagePlan } from './usage/take-request.ts'

export interface Access {
  readonly caller: Caller
  readonly apiKeyId: number
  readonly plan: UsagePlan
}

/** Whether a verified token and a key may come in, given what the database says of both. The token is judged first. */
export function decideAccess(
  subject: TokenSubject,
  hasKey: boolean,
  row: AccessRow | undefined,
): Access | Refusal {
  if (!row || !stands(subject, row)) return { refuse: tokenNotAccepted }
  if (!hasKey) return { refuse: keyMissing }
  const { key } = row
  if (!key || key.revoked || key.application_id !== row.application_id) return { refuse: keyNotAccepted }
  return {
    caller: {
      advisorId: row.advisor_id,
      applicationId: row.application_id,
      // What the operator takes from an application is gone at once, and an outside issuer can add nothing to it.
      scopes: new Set(subject.scopes.filter(scope => row.application_scopes.includes(scope))),
    },
    apiKeyId: key.id,
    plan: { ratePerSecond: key.rate_per_second, burst: key.burst, dailyQuota: key.daily_quota },
  }
}

/** Made anew for each request, so that each has a stack of its own. */
export interface Refusal {
  readonly refuse: () => Error
}

function stands({ authority }: TokenSubject, row: AccessRow): boolean {
  if (!row.advisor_active || !row.firm_active || !row.application_active) return false
  switch (authority.kind) {
    case 'grant':
      return row.grant_stands
    case 'client credentials':
      return row.authorization_stands
    case 'outside issuer':
      return true // that issuer has asked the advisor, and ends it by issuing no more
  }
}
