import { inTransaction } from '../../db/in-transaction.ts'
import type { Environment } from '../../db/migrate.ts'
import type { Database } from '../../db/pool.ts'
import { refuseMistakes } from '../people/refuse-mistakes.ts'
import { issueSecret } from '../secrets.ts'
import { findApplication } from './find-application.ts'
import { expireClientSecrets, insertClientSecret, lockApplication } from './queries.ts'
import { type Application, applicationOf } from './records.ts'
import { overlapMistake } from './rules.ts'

interface RotatedSecret {
  readonly application: Application
  /** Shown once and kept nowhere. */
  readonly clientSecret: string
  /** When the last of the older secrets ends. */
  readonly olderEndAt: Date | null
}

/** Issues a new client secret. The older ones are accepted for the overlap, so that nobody is cut off. */
export async function rotateSecret(
  database: Database,
  environment: Environment,
  { clientId, overlapSeconds }: { readonly clientId: string; readonly overlapSeconds: number },
): Promise<RotatedSecret> {
  refuseMistakes({ overlap: overlapMistake(overlapSeconds) })
  const { secret, hash } = issueSecret('clientSecret', environment)
  return inTransaction(database, async tx => {
    const application = await findApplication(tx, clientId, lockApplication)
    const expired = await expireClientSecrets(tx, [application.id, overlapSeconds])
    await insertClientSecret(tx, [application.id, hash])
    const ends = expired.map(({ expires_at }) => expires_at.getTime())
    return {
      application: applicationOf(application),
      clientSecret: secret,
      olderEndAt: ends.length === 0 ? null : new Date(Math.max(...ends)),
    }
  })
}
