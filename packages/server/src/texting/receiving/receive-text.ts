import type { InboundText } from '../../carriers/index.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Database, Tx } from '../../db/pool.ts'
import { lockMembers } from '../consent/lock-members.ts'
import { classifyReply, type Reply } from '../replies/classify-reply.ts'
import { advisorByNumber, insertInbound } from './queries.ts'
import { receivePart } from './receive-part.ts'
import type { ReceivedText } from './received-text.ts'
import { takeReply } from './take-reply.ts'

/** A carrier's own messages come from short codes and names: they have no member, and nobody can answer them. */
const phoneNumber = /^\+[1-9][0-9]{7,14}$/

/**
 * Takes in a reply: the message, what it does to consent, and what is answered by itself, in one transaction. The carrier
 * is told that it has arrived after that, so what is lost on the way comes again, and has an effect once.
 */
export async function receiveText(
  database: Database,
  carrier: string,
  text: InboundText,
): Promise<ReceivedText> {
  return inTransaction(database, async tx => {
    const [holder] = phoneNumber.test(text.from) ? await advisorByNumber(tx, [text.to]) : []
    if (!holder) return keepStray(tx, carrier, text)
    const [member] = await lockMembers(tx, [{ advisorId: holder.advisorId, phone: text.from }])
    if (!member) throw new Error('a member that was made sure of is not there')
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
    const reply = heardAs(text)
    // In doubt a STOP is newer than what was heard before it, and anything else is older.
    const sentAt = (reply.kind === 'stop' && text.latestAt) || text.sentAt
    await takeReply(tx, { member, carrier, text: { ...text, sentAt }, reply })
    return { ending: 'received', advisorId, messageId }
  })
}

/**
 * What the carrier took for an opt-out is one, in whatever words. That it took something for an opt-in changes nothing:
 * the word must be one of ours, and until it comes the gate stays closed.
 */
function heardAs({ text, handled }: InboundText): Reply {
  const reply = classifyReply(text)
  if (handled !== 'stop' || reply.kind === 'stop') return reply
  return { kind: 'stop', basis: 'carrier', matched: text.trim() }
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
