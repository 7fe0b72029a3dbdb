import type { Queryable } from '../platform/db/pool.ts'
import { cursorOf, positionOf } from '../platform/paging/cursor.ts'
import type { ConsentState } from './consent.ts'
import { consentChanges } from './queries.ts'
import type { KnownConsent } from './shown-consent.ts'
import { withAskRefusals } from './with-ask-refusals.ts'

type ShownState = 'none' | 'pending' | 'accepted'

interface Asked {
  readonly state?: ShownState | undefined
  readonly changedSince?: string | undefined
  readonly after?: string | undefined
  readonly pageSize: number
}

const statesShownAs: Readonly<Record<ShownState, readonly ConsentState[]>> = {
  none: ['none', 'opted_out'],
  pending: ['pending', 'declined'],
  accepted: ['accepted'],
}
const everyState = Object.values(statesShownAs).flat()

/** Numbers of contacts whose consent has ever changed, oldest change first. */
export async function listConsentChanges(
  db: Queryable,
  advisorId: number,
  { state, changedSince, after, pageSize }: Asked,
): Promise<{ readonly consents: readonly KnownConsent[]; readonly after: string | undefined }> {
  const sinceMs = changedSince === undefined ? 0 : Date.parse(changedSince)
  const [afterMs = 0, afterId = 0] = positionOf(after, [0, 0], 'after')
  const rows = await consentChanges(db, [
    advisorId,
    state === undefined ? everyState : statesShownAs[state],
    new Date(sinceMs),
    new Date(afterMs),
    afterId,
    pageSize + 1,
  ])
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  return {
    consents: await withAskRefusals(db, advisorId, page),
    after: rows.length > pageSize && last ? cursorOf([last.lastChanged.getTime(), last.memberId]) : undefined,
  }
}
