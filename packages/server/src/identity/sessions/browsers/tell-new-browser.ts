import type { Tx } from '../../../platform/db/pool.ts'
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts'
import { personById } from '../../person/queries.ts'

export interface NewBrowserNotice {
  readonly publicOrigin: string
  /** What helps whoever did not sign in: where the firm's provider lets people in, a new password of ours does not. */
  readonly remedy: 'password' | 'administrator'
}

interface Use extends NewBrowserNotice {
  readonly personId: number
  readonly browser: string | null
}

/** Tells a person by e-mail that somebody signed in as them with a browser that they have not used before. */
export async function tellNewBrowser(
  tx: Tx,
  { personId, browser, publicOrigin, remedy }: Use,
): Promise<void> {
  const [person] = await personById(tx, [personId])
  if (!person) return
  await enqueueMail(tx, {
    purpose: 'sign_in.new_browser',
    recipient: person.email,
    subject: 'New sign-in to your Parley account',
    body: `Your account was used with a browser that it was not used with before.

Browser: ${browser ?? 'unknown'}
Time:    ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC

If it was you, do nothing. If not, ${remedies[remedy](publicOrigin)}
`,
    lifeSeconds: 24 * 3_600,
  })
}

const remedies: Readonly<Record<NewBrowserNotice['remedy'], (publicOrigin: string) => string>> = {
  password: publicOrigin =>
    `set a new password at once, which ends every session:\n${publicOrigin}/app/sign-in/forgot`,
  administrator: () =>
    'tell your firm’s administrator at once, who can end every session and lock\nthe account with which you sign in at your firm.',
}
