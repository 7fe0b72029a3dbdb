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

export const lockSealedSecrets = statement<
  { place: string; about: string; sealed: Buffer },
  [after: string, size: number]
>(
  'lock_sealed_webhook_secrets',
  `select id::text as place, endpoint_id::text as about, encrypted as sealed from webhook_secret
   where id > $1::bigint order by id limit $2 for no key update`,
)

export const replaceSealedSecrets = statement<object, [ids: readonly string[], sealed: readonly Buffer[]]>(
  'replace_sealed_webhook_secrets',
  `update webhook_secret set encrypted = given.sealed
   from unnest($1::bigint[], $2::bytea[]) as given (id, sealed) where webhook_secret.id = given.id`,
)
