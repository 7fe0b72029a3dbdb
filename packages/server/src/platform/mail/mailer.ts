export interface Mail {
  /** The same for every attempt, so that mail servers and readers recognize a duplicate. */
  readonly messageId: string
  readonly recipient: string
  readonly subject: string
  readonly body: string
}

/** Refused: the recipient or the mail itself, for good. Failed: anything else, so another attempt may succeed. */
export type MailOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused' | 'failed'; readonly failure: string }

/** Hands mail to a mail server. It never throws. */
export interface Mailer {
  send(mail: Mail): Promise<MailOutcome>
}
