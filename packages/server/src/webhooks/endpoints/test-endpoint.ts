import { randomUUID } from 'node:crypto'
import type { Agent } from 'undici'
import type { SecretKeys } from '../../identity/index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { attemptDelivery, type Outcome } from '../calls/attempt-delivery.ts'
import { secretsOfEndpoints } from '../calls/queries.ts'
import { openSecret } from '../calls/secrets.ts'
import { signedRequest } from '../calls/signed-request.ts'
import { noEndpoint } from './errors.ts'
import { activateTested, endpointById } from './queries.ts'

interface TestParts {
  readonly database: Database
  readonly secretKeys: SecretKeys
  readonly agent: Agent
  readonly publicOrigin: string
}

/** Posts a test event now. Only an endpoint that took one is active: phone numbers must not go to a typing error. */
export async function testEndpoint(
  { database, secretKeys, agent, publicOrigin }: TestParts,
  applicationId: number,
  endpointId: number,
): Promise<Outcome> {
  const [endpoint] = await endpointById(database, [applicationId, endpointId])
  if (!endpoint) throw noEndpoint()
  const secrets = await secretsOfEndpoints(database, [[applicationId], [endpointId]])
  const keys = secrets.map(secret => openSecret(secret, secretKeys))
  const now = new Date()
  const id = `evt_test_${randomUUID()}`
  const event = { id, type: 'endpoint.test', timestamp: now.toISOString(), data: { endpointId } }
  const request = signedRequest(event, { at: now.getTime(), keys, publicOrigin })
  const outcome = await attemptDelivery(agent, { url: endpoint.url, ...request })
  if (outcome.kind === 'delivered') await activateTested(database, [applicationId, endpointId, endpoint.url])
  return outcome
}
