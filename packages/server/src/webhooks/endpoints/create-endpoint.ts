import type { EndpointRequest } from '@parley/contract'
import type { SecretKeys } from '../../identity/index.ts'
import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow, required } from '../../platform/db/rows.ts'
import type { Idempotency } from '../../platform/idempotency/idempotency.ts'
import { runOnce } from '../../platform/idempotency/run-once.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { addSecret, showSecret } from './add-secret.ts'
import { endpointSettings } from './endpoint-settings.ts'
import { countEndpoints, insertEndpoint } from './queries.ts'

export interface EndpointParts {
  readonly database: Database
  readonly secretKeys: SecretKeys
  readonly isSandbox: boolean
}

export interface Manager {
  readonly applicationId: number
  readonly actor: journal.Actor
  readonly traceId: string | null
  /** The developers' console. Absent: the API. */
  readonly through?: 'console'
}

const endpointsMax = 16

/** An endpoint that gets events from now on. Its secret is returned this once. */
export async function createEndpoint(
  { database, secretKeys, isSandbox }: EndpointParts,
  manager: Manager,
  wanted: EndpointRequest,
  idempotency: Idempotency,
): Promise<{ readonly endpointId: number; readonly secret: string }> {
  const { applicationId } = manager
  const created = await inTransaction(database, tx =>
    runOnce(tx, idempotency, async () => {
      const { endpoints } = firstRow(await countEndpoints(tx, [applicationId]), 'the application')
      if (endpoints >= endpointsMax)
        throw new Problem('conflict', `An application may have ${endpointsMax} endpoints at most.`)
      const settings = await endpointSettings(tx, applicationId, wanted, { isSandbox })
      const { types = null, advisorIds = null, eventsPerSecond = null, noticeEmail = null } = settings
      const url = required(settings.url, 'the address')
      const status = isSandbox ? 'active' : 'untested'
      const { endpointId } = firstRow(
        await insertEndpoint(tx, [
          applicationId,
          url,
          types,
          advisorIds,
          eventsPerSecond,
          noticeEmail,
          status,
        ]),
        'the endpoint',
      )
      const secretId = await addSecret(tx, { applicationId, endpointId }, 'hmac', secretKeys)
      await recordEndpoint(tx, manager, 'endpoint.added', endpointId, { url, types: types && [...types] })
      return { endpointId, secretId }
    }),
  )
  const { endpointId, secretId } = created
  return {
    endpointId,
    secret: await showSecret(database, { applicationId, endpointId }, secretId, secretKeys),
  }
}

/** Who tells whom what is on record. */
export const recordEndpoint = (
  tx: Parameters<typeof journal.recordAct>[0],
  { applicationId, actor, traceId, through }: Manager,
  kind: 'endpoint.added' | 'endpoint.changed' | 'endpoint.deleted' | 'endpoint.secret_rotated',
  endpointId: number,
  facts: Parameters<typeof journal.recordAct>[1]['facts'],
): Promise<void> =>
  journal.recordAct(tx, {
    owner: { installation: true },
    actor,
    traceId,
    kind,
    subject: { kind: 'endpoint', id: endpointId },
    facts: { applicationId, ...(through && { through }), ...facts },
  })
