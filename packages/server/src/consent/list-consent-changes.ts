import type { Queryable } from '../platform/db/pool.ts'
import { cursorOf, farthestMs, positionOf } from '../platform/paging/cursor.ts'
import { instantOf } from '../platform/time/instant-of.ts'
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

/** Numbers of contacts who were ever asked or opted in or out, in the order of the last such event. */
export async function listConsentChanges(
  db: Queryable,
  advisorId: number,
  { state, changedSince, after, pageSize }: Asked,
): Promise<{ readonly consents: readonly KnownConsent[]; readonly after: string | undefined }> {
  const [afterMs = 0, afterId = 0] = positionOf(after, [0, 0], 'after')
  const rows = await consentChanges(db, [
    advisorId,
    state === undefined ? everyState : statesShownAs[state],
    changedSince === undefined ? new Date(0) : instantOf(changedSince),
    new Date(Math.min(afterMs, farthestMs)),
    afterId,
    pageSize + 1,
  ])
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  return {
    consents: await withAskRefusals(db, advisorId, page),
    after: rows.length > pageSize && last ? cursorOf([last.eventAt.getTime(), last.memberId]) : undefined,
  }
}
