import type { Queryable } from '../../db/pool.ts'
import { countHandsetTexts, handsetTexts } from './queries.ts'

interface Conversation {
  readonly phone: string
  /** The other end. */
  readonly number: string
  /** A number that used to be somebody else's does not bring along what they wrote. */
  readonly since: Date
  readonly limit: number
  readonly offset: number
}

interface HandsetText {
  readonly direction: 'received' | 'sent'
  readonly text: string
  readonly at: Date
  /** Ours, of a text that the phone received. */
  readonly reference: string | undefined
}

/** What a phone and a number have texted each other, oldest first. */
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
