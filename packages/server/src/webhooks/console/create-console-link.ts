import { randomBytes } from 'node:crypto'
import { hashSecret } from '../../identity/index.ts'
import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { insertLink } from './queries.ts'

interface LinkRequest {
  readonly applicationId: number
  readonly actor: journal.Actor
  readonly traceId?: string | null
  readonly publicOrigin: string
}

interface ConsoleLink {
  /** Shown once, not stored. */
  readonly url: string
  readonly expiresAt: Date
}

const linkSeconds = 10 * 60

/** A link that opens the developers' console of an application once. Whoever has it may do what the application may. */
export async function createConsoleLink(
  database: Database,
  { applicationId, actor, traceId = null, publicOrigin }: LinkRequest,
): Promise<ConsoleLink> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = await inTransaction(database, async tx => {
    const [link] = await insertLink(tx, [applicationId, hashSecret(token), linkSeconds])
    if (!link) throw new Problem('forbidden', 'The application is disabled, or has no scope events.manage.')
    await journal.recordAct(tx, {
      owner: { installation: true },
      actor,
      traceId,
      kind: 'console.link_created',
      subject: { kind: 'application', id: applicationId },
      facts: { expiresAt: link.expiresAt.toISOString() },
    })
    return link.expiresAt
  })
  return { url: `${publicOrigin}/developer/open?link=${token}`, expiresAt }
}
