import type { Role } from '@parley/contract'
import * as journal from '../../../journal/index.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Environment } from '../../../platform/db/migrate.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { overlapMistake } from '../../applications/rules.ts'
import { refuseMistakes } from '../../people/refuse-mistakes.ts'
import { issueSecret } from '../../secrets.ts'
import { requireOtherThanAdvisor } from '../../staff/require-other-than-advisor.ts'
import {
  deleteExpiredTokens,
  directoryOfFirm,
  expireTokens,
  insertToken,
  lockDirectory,
  upsertDirectory,
} from './queries.ts'

interface IssuedToken {
  /** Shown once and not stored. */
  readonly token: string
  /** When the last of the older tokens ends. */
  readonly olderEndAt: Date | null
}

type Issue =
  /** Connects the firm's directory. */
  | { readonly kind: 'connect'; readonly defaultRole: Role | null }
  /** The older token stays valid for the overlap, so that the directory is not cut off. */
  | { readonly kind: 'rotate'; readonly overlapSeconds: number }

/** Issues a token for the directory of a firm. Two are valid at most, during a rotation. */
export async function issueDirectoryToken(
  database: Database,
  environment: Environment,
  { firmId, issue }: { readonly firmId: number; readonly issue: Issue },
  by: journal.Actor = journal.setup,
): Promise<IssuedToken> {
  if (issue.kind === 'rotate') refuseMistakes({ overlap: overlapMistake(issue.overlapSeconds) })
  else if (issue.defaultRole !== null) requireOtherThanAdvisor(issue.defaultRole)
  const { secret, hash, hint } = issueSecret('directoryToken', environment)
  return inTransaction(database, async tx => {
    if (issue.kind === 'connect') await upsertDirectory(tx, [firmId, issue.defaultRole])
    const [locked] = await lockDirectory(tx, [firmId])
    if (!locked) throw new Problem('conflict', 'The firm has no directory. Connect it first.')
    await deleteExpiredTokens(tx, [firmId])
    const [directory] = await directoryOfFirm(tx, [firmId])
    const living = directory?.tokens.length ?? 0
    if (issue.kind === 'connect' && living > 0) {
      throw new Problem('conflict', 'The directory is connected. Rotate its token, or revoke it first.')
    }
    if (issue.kind === 'rotate' && living > 1) {
      throw new Problem('conflict', 'Two tokens are valid. Wait until the older one ends, or revoke both.')
    }
    const overlapSeconds = issue.kind === 'rotate' ? issue.overlapSeconds : 0
    const ends = await expireTokens(tx, [firmId, overlapSeconds])
    await insertToken(tx, [firmId, hash, hint])
    await journal.recordAct(tx, {
      owner: { firmId },
      actor: by,
      kind: issue.kind === 'connect' ? 'directory.connected' : 'directory.token_rotated',
      subject: { kind: 'firm', id: firmId },
      facts: issue.kind === 'connect' ? { hint, defaultRole: issue.defaultRole } : { hint, overlapSeconds },
    })
    return { token: secret, olderEndAt: ends[0]?.expiresAt ?? null }
  })
}
