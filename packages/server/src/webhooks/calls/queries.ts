import { statement } from '../../platform/db/statement.ts'

export interface SecretRow {
  readonly applicationId: number
  readonly endpointId: number
  readonly kind: 'hmac' | 'ed25519'
  readonly encrypted: Buffer
  readonly expiresAt: Date | null
}

/** Newest first. A replay signs with the secrets of its endpoint. */
export const secretsOfEndpoints = statement<
  SecretRow,
  [applicationIds: readonly number[], endpointIds: readonly number[]]
>(
  'webhook_secrets',
  `select application_id as "applicationId", endpoint_id as "endpointId", kind, encrypted, expires_at as "expiresAt"
   from webhook_secret
   where (application_id, endpoint_id) in (select * from unnest($1::bigint[], $2::bigint[])) and (expires_at is null or expires_at > now())
   order by id desc`,
)
