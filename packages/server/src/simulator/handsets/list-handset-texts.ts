import type { Queryable } from '../../platform/db/pool.ts'
import { countHandsetTexts, handsetTexts } from '../queries.ts'

interface Conversation {
  readonly phone: string
  /** The other party. */
  readonly number: string
  /** A reassigned number does not show texts of its previous advisor. */
  readonly since: Date
  readonly limit: number
  readonly offset: number
}

interface HandsetText {
  readonly direction: 'received' | 'sent'
  readonly text: string
  readonly at: Date
  /** Our id of a text that the phone received. */
  readonly reference: string | undefined
}

/** Texts between a phone and a number, oldest first. */
export async function listHandsetTexts(
  db: Queryable,
  { phone, number, since, limit, offset }: Conversation,
): Promise<{ readonly texts: readonly HandsetText[]; readonly total: number }> {
  const [rows, [counted]] = await Promise.all([
    handsetTexts(db, [phone, number, since, limit, offset]),
    countHandsetTexts(db, [phone, number, since]),
  ])
  const texts = rows.map(
    ({ reference, text, createdAt }): HandsetText => ({
      direction: reference === null ? 'sent' : 'received',
      text,
      at: createdAt,
      reference: reference ?? undefined,
    }),
  )
  return { texts, total: counted?.total ?? 0 }
}
