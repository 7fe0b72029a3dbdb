import type { InboundText } from '../../carriers/index.ts'
import { type LockedMember, nextMessageId } from '../../consent/index.ts'
import * as journal from '../../journal/index.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { deleteParts, insertPart, type PartRow, partsOfText } from './part-queries.ts'
import { processParts } from './process-parts.ts'
import { insertInbound } from './queries.ts'
import type { ReceivedText } from './received-text.ts'

interface HeardPart {
  readonly member: LockedMember
  readonly carrier: string
  readonly text: InboundText
  readonly part: NonNullable<InboundText['part']>
}

/**
 * Receives one part of a longer reply under its member's lock. The last part completes the text, which is then
 * processed.
 */
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
  // Same part under another id; do not archive it twice.
  if (same?.words.equals(heard.words)) return { ending: 'part' }
  let messageId = member.messageId
  if (same) {
    // The reference was reused: the waiting parts belong to another text, which can no longer be completed.
    await deleteParts(tx, key)
    await processParts(tx, { member, carrier, number, count, parts: waiting })
    waiting = []
    messageId = (await nextMessageId(tx, []))[0]?.messageId ?? messageId
  }
  const parts = [...waiting, heard].toSorted((one, other) => one.part - other.part)
  if (parts.length < count) {
    await insertPart(tx, [...key, heard.part, carrierMessageId, heard.words, sentAt])
    return { ending: 'part' }
  }
  await deleteParts(tx, key)
  await processParts(tx, { member: { ...member, messageId }, carrier, number, count, parts })
  return { ending: 'received', advisorId, messageId }
}

/** Journals the part on arrival, whether or not the others follow. */
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
        // Half a character is shown as a replacement character. The complete text will have it whole.
        text: text.text.toWellFormed(),
        carrier,
        carrierMessageId: text.carrierMessageId,
        sentAt: text.sentAt.toISOString(),
        part: { ...part },
      },
    }),
  ])
}
