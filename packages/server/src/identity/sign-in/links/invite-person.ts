import * as journal from '../../../journal/index.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { authorAbout, recordOfPerson } from '../../person/person-author.ts'
import { personById } from '../../person/queries.ts'
import type { PersonRecord } from '../../person/records.ts'
import { lockPeople } from '../../sessions/lock-people.ts'
import { createLink } from './create-link.ts'
import { invitationMail } from './link-mail.ts'

interface Invitation {
  readonly publicOrigin: string
  /** False: whoever invites hands the link over. */
  readonly sendsMail: boolean
}

interface Invited {
  /** Undefined if it was sent by e-mail: nobody else needs it. */
  readonly url: string | undefined
  readonly expiresAt: Date
}

/** A link with which somebody who has no password sets one. It replaces former invitations. */
export async function invitePerson(
  database: Database,
  person: PersonRecord,
  { publicOrigin, sendsMail }: Invitation,
  by: journal.Actor = journal.setup,
): Promise<Invited> {
  const { id, email, hasPassword, active } = person
  if (!active) throw new Problem('conflict', `${email} is deactivated.`)
  if (hasPassword) {
    throw new Problem('conflict', `${email} has a password, and can set a new one on the sign-in page.`)
  }
  return inTransaction(database, async tx => {
    await lockPeople(tx, [id])
    const [now] = await personById(tx, [id])
    if (now?.email !== email || !now.active || now.passwordHash !== null) {
      throw new Problem('conflict', `${email} was changed just now. Look again.`)
    }
    const { url, expiresAt } = await createLink(tx, { personId: id, purpose: 'invitation', publicOrigin })
    if (sendsMail) await enqueueMail(tx, invitationMail({ recipient: email, url }))
    await recordOfPerson(tx, authorAbout(person, by), {
      kind: 'person.invited',
      facts: { email, byMail: sendsMail, expiresAt: expiresAt.toISOString() },
    })
    return { url: sendsMail ? undefined : url, expiresAt }
  })
}
