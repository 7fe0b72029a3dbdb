import { randomBytes } from 'node:crypto'
import { hashSecret } from '../../identity/index.ts'
import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { deleteSession, insertSession, useLink } from './queries.ts'

export const sessionSeconds = 60 * 60

interface Opening {
  readonly linkToken: string
  /** Session that the browser had before; it ends. */
  readonly heldToken: string | undefined
  readonly traceId: string
}

/** Uses up a link. Returns the token of the new session, or undefined if the link was used, has expired or never existed. */
export async function openConsole(
  database: Database,
  { linkToken, heldToken, traceId }: Opening,
): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url')
  return inTransaction(database, async tx => {
    const [link] = await useLink(tx, [hashSecret(linkToken)])
    if (!link) return undefined
    const { applicationId } = link
    if (heldToken !== undefined) await deleteSession(tx, [hashSecret(heldToken)])
    await insertSession(tx, [applicationId, hashSecret(token), sessionSeconds])
    await journal.recordAct(tx, {
      owner: { installation: true },
      ...journal.authorOfApplication(applicationId, traceId),
      kind: 'console.opened',
      subject: { kind: 'application', id: applicationId },
      facts: {},
    })
    return token
  })
}
