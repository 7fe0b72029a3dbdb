import type { SecretKeys } from '../../identity/index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { openSecret } from '../calls/secrets.ts'
import { noEndpoint } from '../endpoints/errors.ts'
import { endpointById } from '../endpoints/queries.ts'
import { allSecretsOf, type SecretWithTimes } from './queries.ts'
import { type Verdict, verifySignature } from './verify-signature.ts'

interface PastedDelivery {
  readonly applicationId: number
  readonly endpointId: number
  readonly headers: string
  readonly body: string
}

/** Checks a pasted delivery against the secrets of an endpoint, also against those that no longer sign. */
export async function verifyDelivery(
  { database, secretKeys }: { readonly database: Database; readonly secretKeys: SecretKeys },
  { applicationId, endpointId, headers, body }: PastedDelivery,
): Promise<Verdict & { readonly secret: SecretWithTimes | undefined }> {
  const [endpoint] = await endpointById(database, [applicationId, endpointId])
  if (!endpoint) throw noEndpoint()
  const secrets = await allSecretsOf(database, [applicationId, endpointId])
  const keys = secrets.map(secret => openSecret(secret, secretKeys))
  const verdict = verifySignature({ headers, body, now: Date.now() }, keys)
  return { ...verdict, secret: verdict.keyIndex === undefined ? undefined : secrets[verdict.keyIndex] }
}
