import type { Carrier, OnLate, Submission } from '../../carriers/index.ts'
import type { Text } from './message-entry.ts'

/** A carrier that breaks its promise not to reject may have written any of the texts. */
export async function submitTexts(
  carrier: Carrier,
  texts: readonly Text[],
  notAfterMs: number,
  onLate: OnLate,
): Promise<Submission[]> {
  if (performance.now() >= notAfterMs) return texts.map(() => ({ status: 'unsent' }))
  const outgoing = texts.map(({ messageId, number, phone, text }) => ({
    reference: String(messageId),
    from: number,
    to: phone,
    text,
  }))
  try {
    const submissions = await carrier.submit(outgoing, notAfterMs, onLate)
    return submissions.length === texts.length ? submissions : []
  } catch {
    return []
  }
}
