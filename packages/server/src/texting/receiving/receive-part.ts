import type { InboundText } from '../../carriers/index.ts'
import type { Tx } from '../../db/pool.ts'
import * as journal from '../../journal/index.ts'
import { type LockedMember, nextMessageId } from '../consent/queries.ts'
import { deleteParts, insertPart, type PartRow, partsOfText } from './part-queries.ts'
import { insertInbound } from './queries.ts'
import type { ReceivedText } from './received-text.ts'
import { takeParts } from './take-parts.ts'

interface HeardPart {
  readonly member: LockedMember
  readonly carrier: string
  readonly text: InboundText
  readonly part: NonNullable<InboundText['part']>
}

/** Takes in a part of a longer reply, under its member's lock. With the last one the text is whole and is taken in. */
export async function receivePart(tx: Tx, { member, carrier, text, part }: HeardPart): Promise<ReceivedText> {
  const { advisorId, memberId } = member
  const { carrierMessageId, to: number, sentAt } = text
  const { reference, count } = part
  const [isNew] = await insertInbound(tx, [carrier, carrierMessageId, advisorId, null, null, true])
  if (!isNew) return { ending: 'known' }
  await writePart(tx, { member, carrier, text, part })
  const key: Parameters<typeof partsOfText>[1] = [advisorId, memberId, number, carrier, reference, count]
  const heard: PartRow = {
    part: part.number,
    carrierMessageId,
    words: Buffer.from(text.text, 'utf16le'),
    sentAt,
  }
  let waiting = await partsOfText(tx, key)
  const same = waiting.find(other => other.part === heard.part)
  // Under another id, and not archived twice as a message.
  if (same?.words.equals(heard.words)) return { ending: 'part' }
  let messageId = member.messageId
  if (same) {
    // The reference has come round: what waits is of another text, which will not be whole any more.
    await deleteParts(tx, key)
    await takeParts(tx, { member, carrier, number, count, parts: waiting })
    waiting = []
    messageId = (await nextMessageId(tx, []))[0]?.messageId ?? messageId
  }
  const parts = [...waiting, heard].toSorted((one, other) => one.part - other.part)
  if (parts.length < count) {
    await insertPart(tx, [...key, heard.part, carrierMessageId, heard.words, sentAt])
    return { ending: 'part' }
  }
  await deleteParts(tx, key)
  await takeParts(tx, { member: { ...member, messageId }, carrier, number, count, parts })
  return { ending: 'received', advisorId, messageId }
}

/** On record from its arrival on, whatever becomes of the others. */
async function writePart(tx: Tx, { member, carrier, text, part }: HeardPart): Promise<void> {
  const { advisorId, memberId, at } = member
  const author: journal.Author = { advisorId, actor: { kind: 'recipient', memberId }, traceId: null }
  await journal.append(tx, [
    journal.entryBy(author, at, {
      kind: 'part.received',
      subject: { kind: 'member', id: memberId },
      facts: {
        memberId,
        from: text.from,
        to: text.to,
        // Half of a character shows as what it is. The whole text will have it.
        text: text.text.toWellFormed(),
        carrier,
        carrierMessageId: text.carrierMessageId,
        sentAt: text.sentAt.toISOString(),
        part: { ...part },
      },
    }),
  ])
}
