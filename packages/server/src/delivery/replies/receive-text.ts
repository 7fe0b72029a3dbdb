import { phonePattern } from '@parley/contract'
import type { InboundText } from '../../carriers/index.ts'
import { lockMember } from '../../consent/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database, Tx } from '../../platform/db/pool.ts'
import { classifyInbound } from './classify-inbound.ts'
import { processReply } from './process-reply.ts'
import { advisorByNumber, insertInbound } from './queries.ts'
import { receivePart } from './receive-part.ts'
import type { ReceivedText } from './received-text.ts'

/** A carrier's own messages come from short codes and names: they have no member and cannot be answered. */
const phoneNumber = new RegExp(phonePattern)

/**
 * Processes a reply: the message, its effect on consent and any automatic text, in one transaction. The carrier gets
 * its acknowledgement afterwards, so a lost reply is redelivered and takes effect once.
 */
export async function receiveText(
  database: Database,
  carrier: string,
  text: InboundText,
): Promise<ReceivedText> {
  return inTransaction(database, async tx => {
    const [holder] = phoneNumber.test(text.from) ? await advisorByNumber(tx, [text.to]) : []
    if (!holder) return keepStray(tx, carrier, text)
    const member = await lockMember(tx, { advisorId: holder.advisorId, phone: text.from })
    const { part } = text
    if (part) return receivePart(tx, { carrier, member, text, part })
    const { advisorId, messageId } = member
    const [isNew] = await insertInbound(tx, [
      carrier,
      text.carrierMessageId,
      advisorId,
      messageId,
      null,
      false,
    ])
    if (!isNew) return { ending: 'known' }
    const reply = classifyInbound(text)
    // If the time is uncertain, a STOP counts as newer than what was heard before it, and anything else as older.
    const sentAt = (reply.kind === 'stop' && text.latestAt) || text.sentAt
    const { isForeign } = await processReply(tx, { member, carrier, text: { ...text, sentAt }, reply })
    return { ending: 'received', advisorId, messageId, ...(isForeign && { isForeign }) }
  })
}

async function keepStray(tx: Tx, carrier: string, inbound: InboundText): Promise<ReceivedText> {
  const { carrierMessageId, from, to, text, sentAt, part } = inbound
  const told = { from, to, text: text.toWellFormed(), sentAt: sentAt.toISOString(), ...(part && { part }) }
  const [isNew] = await insertInbound(tx, [
    carrier,
    carrierMessageId,
    null,
    null,
    JSON.stringify(told),
    false,
  ])
  return { ending: isNew ? 'stray' : 'known' }
}
