import { countOptIns, type LockedMember, noteConfirmation, noteHelp } from '../../consent/index.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { type AutomaticText, clocksDifferMs } from './decide-reply.ts'
import { wasRestoredSince } from './queries.ts'

/** Repeated HELP gets one answer within this time. */
const helpEveryMs = 60 * 60_000
/** Confirmations per day of each kind for alternating STOP and START; the first STOP is always confirmed. */
const confirmationsMost = 3
const dayMs = 24 * 60 * 60_000

/**
 * Whether one more automatic text may go to this phone; if so, it counts as sent. Otherwise a phone that never stops
 * writing, or an autoresponder, would keep us texting forever. The member is locked, so two replies cannot both pass.
 *
 * A reply from before a restore may have been answered in the lost time, and nobody is texted twice.
 */
export async function permitAnswer(
  tx: Tx,
  { advisorId, memberId, at }: LockedMember,
  kind: AutomaticText,
  sentAt: Date,
): Promise<boolean> {
  const [restored] = await wasRestoredSince(tx, [new Date(sentAt.getTime() - clocksDifferMs)])
  if (restored?.isIt) return false
  const before = (ms: number): Date => new Date(at.getTime() - ms)
  switch (kind) {
    case 'guidance':
      // Once per request; decideReply ensures that.
      return true
    case 'help':
      return (await noteHelp(tx, [advisorId, memberId, at, before(helpEveryMs)])).length > 0
    case 'opt_in_confirmation': {
      const [optIns] = await countOptIns(tx, [advisorId, memberId, before(dayMs)])
      return (optIns?.count ?? 0) < confirmationsMost
    }
    case 'stop_confirmation': {
      const values = [advisorId, memberId, at, before(dayMs), confirmationsMost] as const
      return (await noteConfirmation(tx, [...values])).length > 0
    }
  }
}
