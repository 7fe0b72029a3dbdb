import * as journal from '../../journal/index.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { type RecordedGrantRow, recordGrant } from './queries.ts'

interface Allowed {
  readonly identifier: string
  readonly clientId: string
  readonly grantId: string
  readonly scopes: readonly string[]
  readonly lifetimeSeconds: number
  /** Without it, who holds the account. */
  readonly actor?: journal.Actor
}

/** Records a grant in its table and in the journal. No row: no such advisor or application. */
export async function recordAllowed(tx: Tx, allowed: Allowed): Promise<RecordedGrantRow | undefined> {
  const { identifier, clientId, grantId, scopes, lifetimeSeconds, actor } = allowed
  const [recorded] = await recordGrant(tx, [identifier, clientId, grantId, scopes, lifetimeSeconds])
  if (recorded?.isNew) {
    await journal.recordAct(tx, {
      owner: { advisorId: recorded.advisorId },
      actor: actor ?? journal.holderActor(recorded.advisorId, recorded.holderId),
      kind: 'grant.given',
      subject: { kind: 'application', id: recorded.applicationId },
      facts: {
        application: recorded.application,
        grantId,
        scopes: [...scopes],
        until: recorded.expiresAt.toISOString(),
      },
    })
  }
  return recorded
}
