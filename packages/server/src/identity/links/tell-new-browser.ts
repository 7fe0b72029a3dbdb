import type { Tx } from '../../platform/db/pool.ts'
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts'
import { personById } from '../person/queries.ts'
import { newBrowserMail } from './link-mail.ts'

interface Use {
  readonly personId: number
  readonly browser: string | null
  readonly publicOrigin: string
}

/** Tells a person by e-mail that somebody signed in as them with a browser that they have not used before. */
export async function tellNewBrowser(tx: Tx, { personId, browser, publicOrigin }: Use): Promise<void> {
  const [person] = await personById(tx, [personId])
  if (!person) return
  await enqueueMail(tx, newBrowserMail({ recipient: person.email, browser, at: new Date(), publicOrigin }))
}
