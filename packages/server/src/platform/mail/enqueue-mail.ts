import type { Tx } from '../db/pool.ts'
import { insertMail } from './queries.ts'

interface NewMail {
  /** Named in logs in place of the subject, such as endpoint.failing. */
  readonly purpose: string
  readonly recipient: string
  readonly subject: string
  /** Plain text. No text of a conversation, no phone number, no name of a client. */
  readonly body: string
  /** Past this time it would mislead, such as a link that has ended. */
  readonly lifeSeconds: number
  readonly now?: Date
}

/** Mail that is sent if the transaction commits, by a worker. Without a mail server it expires. */
export async function enqueueMail(tx: Tx, mail: NewMail): Promise<void> {
  const { purpose, recipient, subject, body, lifeSeconds, now = new Date() } = mail
  const expiresAt = new Date(now.getTime() + lifeSeconds * 1_000)
  await insertMail(tx, [purpose, recipient, subject, body, now, expiresAt])
}
