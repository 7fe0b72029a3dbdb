import type { ConsentStatus } from '@parley/contract'
import { type ConsentState, shownState } from './consent.ts'
import type { AskRefusal } from './decide-ask.ts'

export interface KnownConsent {
  readonly memberId: number
  readonly phone: string
  readonly consent: ConsentState
  readonly lastChanged: Date
  readonly lastRequested: Date | null
  /** Why a consent request would be refused right now. */
  readonly askRefusal: AskRefusal | undefined
}

/** Consent as partners see it. */
export function shownConsent(known: KnownConsent): ConsentStatus {
  const { memberId, consent, lastChanged, lastRequested, askRefusal } = known
  return {
    memberId,
    state: shownState(consent),
    lastChanged: lastChanged.getTime(),
    ...(lastRequested === null ? {} : { lastRequested: lastRequested.getTime() }),
    ...(consent === 'declined' ? { declined: true } : {}),
    ...(askRefusal ? { mayAskAt: askRefusal.mayAskAt?.getTime() ?? null } : {}),
    ...(consent === 'opted_out' ? { optedOut: true } : {}),
  }
}
