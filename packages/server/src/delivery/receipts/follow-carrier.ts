import { lockMembers, noteReply, recordConsent, transitionOf } from '../../consent/index.ts'
import type * as journal from '../../journal/index.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { textsInFlight } from '../outbox/queries.ts'

/** A text the carrier refused because its recipient has opted out there. */
interface RefusedText {
  readonly advisorId: number
  readonly messageId: number
  readonly phone: string
}

/**
 * Records opt-outs that the carrier knew of and we did not: the recipient's STOP was handled there. No text is sent,
 * because the carrier has already confirmed it and would refuse ours. As usual, only the recipient's own START undoes
 * it.
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
    // A START still in transit was sent before this opt-out, or we cannot tell, so it must not undo it.
    await noteReply(tx, [advisorId, memberId, member.at, null, false])
  }
}
