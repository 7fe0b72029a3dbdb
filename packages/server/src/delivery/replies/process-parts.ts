import { classifyReply, type LockedMember, type Reply } from '../../consent/index.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { nameMessageOfParts, type PartRow } from './part-queries.ts'
import { processReply } from './process-reply.ts'

interface JoinedParts {
  /** Carries the id reserved for the message that the parts become. */
  readonly member: LockedMember
  readonly carrier: string
  readonly number: string
  readonly count: number
  /** In order. Some may be missing. */
  readonly parts: readonly PartRow[]
}

/** Processes a reply that came in parts: all of them, or those that arrived before the rest were given up. */
export async function processParts(
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
  await processReply(tx, {
    member,
    carrier,
    reply,
    text: {
      carrierMessageId: ids[0] ?? '',
      from: member.phone,
      to: number,
      text,
      // A START before any part of a STOP must not undo it, and a START with a STOP in between must not count.
      sentAt: new Date(reply.kind === 'stop' ? Math.max(...times) : Math.min(...times)),
    },
    details: { partIds: ids, ...(missing.length > 0 && { missingParts: missing }) },
  })
}

/** Joined before toWellFormed: a character may be split between two parts. */
function joinedText(parts: readonly PartRow[], count: number): string {
  const words = new Map(parts.map(part => [part.part, part.words.toString('utf16le')]))
  const pieces = Array.from(
    { length: count },
    (_, index) => words.get(index + 1) ?? `[part ${index + 1} of ${count} did not arrive]`,
  )
  return pieces.join('').toWellFormed()
}

/** An incomplete text can only be a STOP: nothing but the whole reply opens the gate. */
export function stopIn(pieces: readonly Buffer[]): Reply {
  const replies = pieces.map(words => classifyReply(words.toString('utf16le').toWellFormed()))
  return replies.find(({ kind }) => kind === 'stop') ?? { kind: 'other' }
}
