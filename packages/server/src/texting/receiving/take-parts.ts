import type { Tx } from '../../db/pool.ts'
import type { LockedMember } from '../consent/queries.ts'
import { classifyReply, type Reply } from '../replies/classify-reply.ts'
import { nameMessageOfParts, type PartRow } from './part-queries.ts'
import { takeReply } from './take-reply.ts'

interface JoinedParts {
  /** Its message id is that of the message which they become. */
  readonly member: LockedMember
  readonly carrier: string
  readonly number: string
  readonly count: number
  /** In order. Some may be missing. */
  readonly parts: readonly PartRow[]
}

/** Takes in a reply that came in parts: all of them, or those that have come when the others are given up. */
export async function takeParts(
  tx: Tx,
  { member, carrier, number, count, parts }: JoinedParts,
): Promise<void> {
  const ids = parts.map(({ carrierMessageId }) => carrierMessageId)
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter(
    place => !parts.some(({ part }) => part === place),
  )
  const text = joinedText(parts, count)
  const reply = missing.length === 0 ? classifyReply(text) : stopIn(parts.map(({ words }) => words))
  const times = parts.map(({ sentAt }) => sentAt.getTime())
  await nameMessageOfParts(tx, [carrier, ids, member.messageId])
  await takeReply(tx, {
    member,
    carrier,
    reply,
    text: {
      carrierMessageId: ids[0] ?? '',
      from: member.phone,
      to: number,
      text,
      // A START before a part of a STOP does not undo it, and one that came with a STOP between does not count.
      sentAt: new Date(reply.kind === 'stop' ? Math.max(...times) : Math.min(...times)),
    },
    details: { partIds: ids, ...(missing.length > 0 && { missingParts: missing }) },
  })
}

/** Joined before it is made well: a character may be half in one and half in the next. */
function joinedText(parts: readonly PartRow[], count: number): string {
  const words = new Map(parts.map(part => [part.part, part.words.toString('utf16le')]))
  const pieces = Array.from(
    { length: count },
    (_, index) => words.get(index + 1) ?? `[part ${index + 1} of ${count} did not arrive]`,
  )
  return pieces.join('').toWellFormed()
}

/** Of a text that is not whole only a STOP is heard: nothing but the whole reply opens the gate. */
export function stopIn(pieces: readonly Buffer[]): Reply {
  const replies = pieces.map(words => classifyReply(words.toString('utf16le').toWellFormed()))
  return replies.find(({ kind }) => kind === 'stop') ?? { kind: 'other' }
}
