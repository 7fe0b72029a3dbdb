import type { Tx } from '../../platform/db/pool.ts'
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts'
import { personById } from '../person/queries.ts'

interface Use {
  readonly personId: number
  readonly browser: string | null
  readonly publicOrigin: string
}

/** Tells a person by e-mail that somebody signed in as them with a browser that they have not used before. */
export async function tellNewBrowser(tx: Tx, { personId, browser, publicOrigin }: Use): Promise<void> {
  const [person] = await personById(tx, [personId])
  if (!person) return
  await enqueueMail(tx, {
    purpose: 'sign_in.new_browser',
    recipient: person.email,
    subject: 'New sign-in to your Parley account',
    body: `Your account was used with a browser that it was not used with before.

Browser: ${browser ?? 'unknown'}
Time:    ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC

If it was you, do nothing. If not, set a new password at once, which ends every session:
${publicOrigin}/app/sign-in/forgot
`,
    lifeSeconds: 24 * 3_600,
  })
}
