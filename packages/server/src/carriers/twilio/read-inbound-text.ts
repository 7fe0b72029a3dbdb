import type { InboundText } from '../carrier.ts'

/** A reply as the carrier keeps it. Undefined: it is none, or cannot be read. */
export function readInboundText(
  resource: Readonly<Record<string, unknown>>,
): Omit<InboundText, 'handled'> | undefined {
  const { sid, direction, from, to, body, date_created: createdAt, num_media: media } = resource
  if (direction !== 'inbound' || typeof sid !== 'string') return undefined
  if (typeof from !== 'string' || typeof to !== 'string') return undefined
  const sentAt = new Date(String(createdAt))
  if (Number.isNaN(sentAt.getTime())) return undefined
  return { carrierMessageId: sid, from, to, text: wordsOf(body, media), sentAt }
}

function wordsOf(body: unknown, media: unknown): string {
  // PostgreSQL holds every character but this one.
  const words = typeof body === 'string' ? body.replaceAll('\0', '\ufffd').toWellFormed() : ''
  const files = Number(media)
  // Only texts are kept. That there was more must be seen all the same.
  return words === '' && files > 0 ? `[${files === 1 ? 'a file' : `${files} files`}, not kept]` : words
}
