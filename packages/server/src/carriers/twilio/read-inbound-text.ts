import type { InboundText } from '../carrier.ts'

/** A reply as stored at the carrier. Undefined: it is not a reply, or is malformed. */
export function readInboundText(
  resource: Readonly<Record<string, unknown>>,
): Omit<InboundText, 'handled'> | undefined {
  const { sid, direction, from, to, body, date_created: createdAt, num_media: media } = resource
  if (direction !== 'inbound' || typeof sid !== 'string') return undefined
  if (typeof from !== 'string' || typeof to !== 'string') return undefined
  const sentAt = new Date(String(createdAt))
  if (Number.isNaN(sentAt.getTime())) return undefined
  return { carrierMessageId: sid, from, to, sentAt, ...wordsOf(body, media) }
}

/** Carriers that redact stored texts return an empty body. A phone does not send an empty text. */
export function wordsOf(body: unknown, media: unknown): Pick<InboundText, 'text' | 'isWithheld'> {
  // PostgreSQL cannot store NUL.
  const words = typeof body === 'string' ? body.replaceAll('\0', '\ufffd').toWellFormed() : ''
  const files = Number(media)
  if (words !== '') return { text: words }
  // Only text is stored, but attachments must be mentioned.
  if (files > 0) return { text: `[${files === 1 ? 'a file' : `${files} files`}, not kept]` }
  return { text: '[the carrier did not give the words]', isWithheld: true }
}
