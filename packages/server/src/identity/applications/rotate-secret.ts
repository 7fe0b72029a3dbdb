import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Environment } from '../../platform/db/migrate.ts'
import type { Database } from '../../platform/db/pool.ts'
import { refuseMistakes } from '../people/refuse-mistakes.ts'
import { issueSecret } from '../secrets.ts'
import { findApplication } from './find-application.ts'
import { expireClientSecrets, insertClientSecret, lockApplication } from './queries.ts'
import { type Application, applicationOf } from './records.ts'
import { overlapMistake } from './rules.ts'

interface RotatedSecret {
  readonly application: Application
  /** Shown once and not stored. */
  readonly clientSecret: string
  /** When the last of the older secrets ends. */
  readonly olderEndAt: Date | null
}

/** Issues a new client secret. The older ones stay valid for the overlap, so that no caller is cut off. */
export async function rotateSecret(
  database: Database,
  environment: Environment,
  { clientId, overlapSeconds }: { readonly clientId: string; readonly overlapSeconds: number },
  by: journal.Actor = journal.setup,
): Promise<RotatedSecret> {
  refuseMistakes({ overlap: overlapMistake(overlapSeconds) })
  const { secret, hash } = issueSecret('clientSecret', environment)
  return inTransaction(database, async tx => {
    const application = await findApplication(tx, clientId, lockApplication)
    const expired = await expireClientSecrets(tx, [application.id, overlapSeconds])
    await insertClientSecret(tx, [application.id, hash])
    await journal.recordAct(tx, {
      owner: { installation: true },
      actor: by,
      kind: 'application.secret_rotated',
      subject: { kind: 'application', id: application.id },
      facts: { clientId, overlapSeconds },
    })
    const ends = expired.map(({ expiresAt }) => expiresAt.getTime())
    return {
      application: applicationOf(application),
      clientSecret: secret,
      olderEndAt: ends.length === 0 ? null : new Date(Math.max(...ends)),
    }
  })
}
