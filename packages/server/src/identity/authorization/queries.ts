import type { JWK } from 'jose'
import { statement } from '../../db/statement.ts'

export interface ArtifactRow {
  readonly payload: Record<string, unknown>
  /** Null as long as it is not used up. */
  readonly consumed_for_seconds: number | null
}

const artifactColumns = 'payload, extract(epoch from now() - consumed_at)::float8 as consumed_for_seconds'

export const artifactById = statement<ArtifactRow, [model: string, id: string]>(
  'oauth_artifact_by_id',
  `select ${artifactColumns} from oauth_artifact where model = $1 and id = $2`,
)

/** A grant that was revoked in our own record is gone, whoever revoked it. */
export const grantArtifact = statement<ArtifactRow, [id: string, grantId: string]>(
  'oauth_grant_artifact',
  `select ${artifactColumns} from oauth_artifact where model = 'Grant' and id = $1
   and not exists (select from authorization_grant where grant_id = $2 and revoked_at is not null)`,
)

export const artifactByUid = statement<ArtifactRow, [model: string, uid: string]>(
  'oauth_artifact_by_uid',
  `select ${artifactColumns} from oauth_artifact where model = $1 and uid = $2`,
)

type ArtifactValues = [
  model: string,
  id: string,
  payload: string,
  grantId: string | undefined,
  lifetimeSeconds: number | undefined,
]

const insertColumns = `insert into oauth_artifact (model, id, payload, grant_id, expires_at)
   values ($1, $2, $3, $4, now() + make_interval(secs => $5))`

export const upsertArtifact = statement<object, ArtifactValues>(
  'upsert_oauth_artifact',
  `${insertColumns}
   on conflict (model, id) do update
   set payload = excluded.payload, grant_id = excluded.grant_id, expires_at = excluded.expires_at`,
)

/** The successor of a refresh token is there already when the answer that held it is asked for again. */
export const insertArtifactOnce = statement<object, ArtifactValues>(
  'insert_oauth_artifact_once',
  `${insertColumns} on conflict (model, id) do nothing`,
)

/** A session keeps its uid when it changes its id, also when two windows change it at the same time. */
export const upsertSession = statement<
  object,
  [id: string, payload: string, uid: string, lifetimeSeconds: number | undefined]
>(
  'upsert_oauth_session',
  `insert into oauth_artifact (model, id, payload, uid, expires_at)
   values ('Session', $1, $2, $3, now() + make_interval(secs => $4))
   on conflict (model, uid) where uid is not null do update
   set id = excluded.id, payload = excluded.payload, expires_at = excluded.expires_at`,
)

export const consumeArtifact = statement<{ id: string }, [model: string, id: string]>(
  'consume_oauth_artifact',
  `update oauth_artifact set consumed_at = now()
   where model = $1 and id = $2 and consumed_at is null returning id`,
)

/** Also succeeds again inside the grace time, which runs from the first use. */
export const consumeRefreshToken = statement<{ id: string }, [id: string, graceSeconds: number]>(
  'consume_refresh_token',
  `update oauth_artifact set consumed_at = coalesce(consumed_at, now())
   where model = 'RefreshToken' and id = $1
     and (consumed_at is null or consumed_at > now() - make_interval(secs => $2))
   returning id`,
)

export const deleteArtifact = statement<object, [model: string, id: string]>(
  'delete_oauth_artifact',
  'delete from oauth_artifact where model = $1 and id = $2',
)

export const deleteArtifactsOfGrant = statement<object, [grantId: string]>(
  'delete_oauth_artifacts_of_grant',
  'delete from oauth_artifact where grant_id = $1',
)

export const deleteExpiredBatch = statement<{ id: string }, [batchSize: number]>(
  'delete_expired_oauth_artifacts',
  `delete from oauth_artifact where (model, id) in (
     select model, id from oauth_artifact where expires_at < now()
     order by expires_at limit $1 for update skip locked)
   returning id`,
)

export const recordGrant = statement<
  { advisor_id: number; firm_id: number },
  [identifier: string, clientId: string, grantId: string, scopes: readonly string[]]
>(
  'record_authorization_grant',
  `with granted as (
     insert into authorization_grant (advisor_id, application_id, grant_id, scopes)
     select advisor.id, application.id, $3, $4 from advisor, application
     where advisor.identifier = $1 and application.client_id = $2
     on conflict (grant_id) do update set scopes = excluded.scopes
     returning advisor_id)
   select advisor.id as advisor_id, advisor.firm_id from granted join advisor on advisor.id = granted.advisor_id`,
)

export const recordRevocation = statement<{ grant_id: string }, [grantId: string]>(
  'record_grant_revocation',
  `update authorization_grant set revoked_at = now()
   where grant_id = $1 and revoked_at is null returning grant_id`,
)

/** The advisor for whom an application may act on its own: allowed by the advisor or by the firm. */
export const advisorWhoAllowed = statement<
  { advisor_id: number; firm_id: number },
  [identifier: string, clientId: string]
>(
  'advisor_who_allowed',
  `select advisor.id as advisor_id, advisor.firm_id
   from advisor join firm on firm.id = advisor.firm_id, application
   where advisor.identifier = $1 and application.client_id = $2
     and advisor.active and firm.active and application.active
     and (exists (
         select from authorization_grant
         where advisor_id = advisor.id and application_id = application.id and revoked_at is null)
       or exists (
         select from firm_authorization
         where firm_id = advisor.firm_id and application_id = application.id and revoked_at is null))`,
)

export interface SigningKeyRow {
  readonly kid: string
  readonly public_jwk: JWK
  readonly encrypted_private_jwk: Buffer
  readonly created_at: Date
  readonly retired_at: Date | null
  readonly is_retired: boolean
}

const keyColumns = `kid, public_jwk, encrypted_private_jwk, created_at, retired_at,
  coalesce(retired_at <= now(), false) as is_retired`

/** Keys whose signatures count, the one that signs first: the oldest that is not retired. */
export const verifyingKeys = statement<SigningKeyRow, [keyVerifiesSeconds: number]>(
  'verifying_signing_keys',
  `select ${keyColumns} from signing_key
   where retired_at is null or retired_at > now() - make_interval(secs => $1)
   order by is_retired, created_at, kid`,
)

export const allSigningKeys = statement<SigningKeyRow>(
  'all_signing_keys',
  `select ${keyColumns} from signing_key order by created_at, kid`,
)

export const insertSigningKey = statement<object, [kid: string, publicJwk: JWK, encrypted: Buffer]>(
  'insert_signing_key',
  'insert into signing_key (kid, public_jwk, encrypted_private_jwk) values ($1, $2, $3)',
)

/** A key that retires sooner anyway is left at that. */
export const retireSigningKeys = statement<{ kid: string }, [afterSeconds: number]>(
  'retire_signing_keys',
  `update signing_key set retired_at = least(retired_at, now() + make_interval(secs => $1))
   where retired_at is null or retired_at > now() returning kid`,
)

/** Whoever creates or retires keys waits here for whoever else does. */
export const lockSigningKeys = statement(
  'lock_signing_keys',
  `select pg_advisory_xact_lock(hashtextextended('parley signing keys', 0))`,
)
