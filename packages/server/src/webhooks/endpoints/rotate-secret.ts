import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Idempotency } from '../../platform/idempotency/idempotency.ts'
import { runOnce } from '../../platform/idempotency/run-once.ts'
import { addSecret, showSecret } from './add-secret.ts'
import { type EndpointParts, type Manager, recordEndpoint } from './create-endpoint.ts'
import { noEndpoint } from './errors.ts'
import { endpointById, endSecrets, restartDelivery } from './queries.ts'

interface Rotation {
  readonly kind: 'hmac' | 'ed25519'
  readonly overlapSeconds: number
  readonly idempotency: Idempotency
}

/** A new secret. The old ones of its kind sign too until the overlap ends, so that receivers can change at their own time. */
export async function rotateSecret(
  { database, secretKeys }: Omit<EndpointParts, 'isSandbox'>,
  manager: Manager,
  endpointId: number,
  { kind, overlapSeconds, idempotency }: Rotation,
): Promise<string> {
  const { applicationId } = manager
  const { secretId } = await inTransaction(database, tx =>
    runOnce(tx, idempotency, async () => {
      const [endpoint] = await endpointById(tx, [applicationId, endpointId])
      if (!endpoint) throw noEndpoint()
      await endSecrets(tx, [applicationId, endpointId, kind, overlapSeconds])
      const added = await addSecret(tx, { applicationId, endpointId }, kind, secretKeys)
      await restartDelivery(tx, [applicationId, endpointId])
      await recordEndpoint(tx, manager, 'endpoint.secret_rotated', endpointId, { kind, overlapSeconds })
      return { secretId: added }
    }),
  )
  return showSecret(database, { applicationId, endpointId }, secretId, secretKeys)
}
