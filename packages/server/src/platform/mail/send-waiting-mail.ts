import { inTransaction } from '../db/in-transaction.ts'
import type { Database } from '../db/pool.ts'
import type { Mailer } from './mailer.ts'
import { type ClaimedMail, claimMail, endMail, expireMail, noteFailure } from './queries.ts'

interface MailParts {
  readonly database: Database
  /** Undefined: no mail server is configured. */
  readonly mailer: Mailer | undefined
  /** Host of the message ids. */
  readonly host: string
  readonly warn: (fields: object, message: string) => void
  readonly now?: () => number
}

/** After each attempt. The first is longer than an attempt may take. */
const retrySeconds = [60, 300, 1_800, 7_200, 18_000, 21_600]
const claimedAtOnce = 10

/** One round: mail that is due, several at a time. A worker that dies after sending one sends that one again. */
export async function sendWaitingMail(parts: MailParts): Promise<void> {
  const { database, mailer, warn, now = Date.now } = parts
  const expired = await inTransaction(database, tx => expireMail(tx, [new Date(now())]))
  // Without a mail server that is no news.
  if (mailer && expired.length > 0)
    warn({ mails: expired.length, purposes: purposesOf(expired) }, 'mail was given up')
  if (!mailer) return
  for (;;) {
    const values = [new Date(now()), retrySeconds, claimedAtOnce] as const
    const claimed = await inTransaction(database, tx => claimMail(tx, [...values]))
    await Promise.all(claimed.map(mail => sendOne(parts, mailer, mail)))
    if (claimed.length < claimedAtOnce) return
  }
}

async function sendOne(
  { database, host, warn, now = Date.now }: MailParts,
  mailer: Mailer,
  { id, purpose, attempts, ...mail }: ClaimedMail,
): Promise<void> {
  const outcome = await mailer.send({ ...mail, messageId: `<mail-${id}@${host}>` })
  if (outcome.kind === 'failed') {
    await inTransaction(database, tx => noteFailure(tx, [id, outcome.failure]))
    warn({ mailId: id, purpose, attempts, failure: outcome.failure }, 'could not send mail')
    return
  }
  const { kind } = outcome
  const failure = kind === 'refused' ? outcome.failure : null
  await inTransaction(database, tx => endMail(tx, [id, kind, failure, new Date(now())]))
  if (failure !== null) warn({ mailId: id, purpose, failure }, 'mail was refused')
}

const purposesOf = (mails: readonly { readonly purpose: string }[]): readonly string[] => [
  ...new Set(mails.map(({ purpose }) => purpose)),
]
