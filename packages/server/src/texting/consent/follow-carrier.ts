import type { Tx } from '../../db/pool.ts'
import type * as journal from '../../journal/index.ts'
import { textsInFlight } from '../receiving/queries.ts'
import { transitionOf } from './consent.ts'
import { lockMembers } from './lock-members.ts'
import { noteReply } from './queries.ts'
import { recordConsent } from './record-consent.ts'

/** A text that the carrier did not deliver because its recipient has opted out there. */
interface RefusedText {
  readonly advisorId: number
  readonly messageId: number
  readonly phone: string
}

/**
 * Follows opt-outs that the carrier knows and we did not: the recipient's STOP was heard there. No text is sent, because
 * the carrier has confirmed it and takes none. Only the recipient's own START undoes it, as with any other.
 */
export async function followCarrier(tx: Tx, carrier: string, refused: readonly RefusedText[]): Promise<void> {
  if (refused.length === 0) return
  const members = await lockMembers(tx, refused)
  const seen = new Set<number>()
  for (const [index, member] of members.entries()) {
    const { advisorId, memberId, consent: state, hasAccepted } = member
    const transition = transitionOf({ state, hasAccepted }, 'stop')
    if (!transition || seen.has(memberId)) continue
    seen.add(memberId)
    const author: journal.Author = {
      advisorId,
      actor: { kind: 'system', task: 'opt-out at the carrier' },
      traceId: null,
    }
    const messageId = refused[index]?.messageId ?? 0
    const others = (await textsInFlight(tx, [advisorId, memberId])).map(each => each.messageId)
    const inFlight = others.filter(id => !refused.some(text => text.messageId === id))
    await recordConsent(tx, [
      {
        author,
        member,
        transition,
        evidence: { carrier, refusedMessageId: messageId, ...(inFlight.length > 0 && { inFlight }) },
      },
    ])
    // A START that is still on its way was sent before this, or that cannot be told.
    await noteReply(tx, [advisorId, memberId, member.at, null, false])
  }
}
