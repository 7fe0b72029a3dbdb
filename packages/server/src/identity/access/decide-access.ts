import { applicationScopes } from '@parley/contract'
import type { ApplicationCaller, Caller } from '../../platform/caller/caller.ts'
import type { AccessRow, ApplicationAccessRow } from './queries.ts'
import { keyMissing, keyNotAccepted, tokenNotAccepted } from './refusals.ts'
import type { TokenSubject } from './token-subject.ts'
import type { UsagePlan } from './usage/take-request.ts'

export interface Access {
  readonly caller: Caller | ApplicationCaller
  readonly apiKeyId: number
  readonly plan: UsagePlan
}

/** Whether a verified token and a key are accepted, given the database's state of both. The token is checked first. */
export function decideAccess(
  subject: TokenSubject,
  hasKey: boolean,
  row: AccessRow | undefined,
): Access | Refusal {
  if (!row || !stands(subject, row)) return { refuse: tokenNotAccepted }
  return withKey(hasKey, row, {
    advisorId: row.advisorId,
    applicationId: row.applicationId,
    scopes: new Set(allowedScopes(subject, row)),
  })
}

/** The same for a token of the application by itself. */
export function decideApplicationAccess(
  { scopes }: TokenSubject,
  hasKey: boolean,
  row: ApplicationAccessRow | undefined,
): Access | Refusal {
  if (!row?.applicationActive) return { refuse: tokenNotAccepted }
  // It can hold no scope that an advisor gives.
  const allowed = scopes.filter(
    scope => Object.hasOwn(applicationScopes, scope) && row.applicationScopes.includes(scope),
  )
  return withKey(hasKey, row, {
    advisorId: null,
    applicationId: row.applicationId,
    scopes: new Set(allowed),
  })
}

function withKey(hasKey: boolean, row: ApplicationAccessRow, caller: Access['caller']): Access | Refusal {
  if (!hasKey) return { refuse: keyMissing }
  const { key } = row
  if (!key || key.revoked || key.applicationId !== row.applicationId) return { refuse: keyNotAccepted }
  return {
    caller,
    apiKeyId: key.id,
    plan: { ratePerSecond: key.ratePerSecond, burst: key.burst, dailyQuota: key.dailyQuota },
  }
}

/** Created for each request, so that each has its own stack. */
export interface Refusal {
  readonly refuse: () => Error
}

function stands({ authority }: TokenSubject, row: AccessRow): boolean {
  if (!row.advisorActive || !row.firmActive || !row.applicationActive) return false
  switch (authority.kind) {
    case 'grant':
      return row.grantStands
    case 'client credentials':
      return row.authorizedScopes.length > 0
    case 'outside issuer':
      // The external issuer has asked the advisor, and revokes by issuing no more tokens. It cannot know of a handover.
      return !row.isHandedOver
  }
}

/** A scope that the operator removes is gone at once, and an external issuer cannot add any. */
function allowedScopes({ scopes, authority }: TokenSubject, row: AccessRow): readonly string[] {
  const provisioned = scopes.filter(scope => row.applicationScopes.includes(scope))
  return authority.kind === 'client credentials'
    ? provisioned.filter(scope => row.authorizedScopes.includes(scope))
    : provisioned
}
