import type { JWK } from 'jose'
import { statement } from '../../platform/db/statement.ts'

export interface ArtifactRow {
  readonly payload: Record<string, unknown>
  /** Null until it is consumed. */
  readonly consumedForSeconds: number | null
}

const artifactColumns = 'payload, extract(epoch from now() - consumed_at)::float8 as "consumedForSeconds"'

export const artifactById = statement<ArtifactRow, [model: string, id: string]>(
  'oauth_artifact_by_id',
  `select ${artifactColumns} from oauth_artifact where model = $1 and id = $2`,
)

/** A grant that is revoked in our own record is invalid, no matter who revoked it. */
export const grantArtifact = statement<ArtifactRow, [id: string, grantId: string]>(
  'oauth_grant_artifact',
  `select ${artifactColumns} from oauth_artifact where model = 'Grant' and id = $1
   and not exists (select from authorization_grant where grant_id = $2 and revoked_at is not null)`,
)

/** A session that began before the advisor was signed out everywhere is invalid, even if written again since. */
const isNotSignedOut = `not exists (
  select from advisor where advisor.identifier = oauth_artifact.payload->>'accountId'
    and advisor.signed_out_at >= to_timestamp((oauth_artifact.payload->>'loginTs')::float8)
)`

export const sessionArtifact = statement<ArtifactRow, [id: string]>(
  'oauth_session_artifact',
  `select ${artifactColumns} from oauth_artifact where model = 'Session' and id = $1 and ${isNotSignedOut}`,
)

export const sessionByUid = statement<ArtifactRow, [uid: string]>(
  'oauth_session_by_uid',
  `select ${artifactColumns} from oauth_artifact where model = 'Session' and uid = $1 and ${isNotSignedOut}`,
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

/** Null until the advisor has signed in. */
const advisorOf = (payload: string): string =>
  `(select advisor.id from advisor where advisor.identifier = ${payload}::jsonb->>'accountId')`

const insertColumns = `insert into oauth_artifact (model, id, payload, grant_id, expires_at, advisor_id)
   values ($1, $2, $3, $4, now() + make_interval(secs => $5), ${advisorOf('$3')})`

export const upsertArtifact = statement<object, ArtifactValues>(
  'upsert_oauth_artifact',
  `${insertColumns}
   on conflict (model, id) do update
   set payload = excluded.payload, grant_id = excluded.grant_id, expires_at = excluded.expires_at,
     advisor_id = excluded.advisor_id`,
)

/** The successor of a refresh token already exists if its response is requested again. */
export const insertArtifactOnce = statement<object, ArtifactValues>(
  'insert_oauth_artifact_once',
  `${insertColumns} on conflict (model, id) do nothing`,
)

/** A session keeps its uid when its id changes, also if two windows change it at the same time. */
export const upsertSession = statement<
  object,
  [id: string, payload: string, uid: string, lifetimeSeconds: number | undefined]
>(
  'upsert_oauth_session',
  `insert into oauth_artifact (model, id, payload, uid, expires_at, advisor_id)
   values ('Session', $1, $2, $3, now() + make_interval(secs => $4), ${advisorOf('$2')})
   on conflict (model, uid) where uid is not null do update
   set id = excluded.id, payload = excluded.payload, expires_at = excluded.expires_at, advisor_id = excluded.advisor_id`,
)

/**
 * The same sign-in, for another account of the same person. What the session knows of applications belongs to the former account. No
 * row: everybody was signed out of that account since, as by a handover.
 */
export const continueInAccount = statement<{ readonly uid: string }, [uid: string, identifier: string]>(
  'continue_oauth_session_in_account',
  `update oauth_artifact set advisor_id = advisor.id,
     payload = (payload - 'authorizations'::text) || jsonb_build_object('accountId', advisor.identifier)
   from advisor where model = 'Session' and uid = $1 and advisor.identifier = $2
     and to_timestamp((payload->>'loginTs')::float8) > coalesce(advisor.signed_out_at, '-infinity')
   returning uid`,
)

/** The interaction in which it was chosen. The library refuses one whose session belongs to another account. */
export const continueInteraction = statement<object, [id: string, identifier: string]>(
  'continue_oauth_interaction_in_account',
  `update oauth_artifact set payload = jsonb_set(payload, '{session,accountId}', to_jsonb($2::text))
   where model = 'Interaction' and id = $1`,
)

export const consumeArtifact = statement<{ id: string }, [model: string, id: string]>(
  'consume_oauth_artifact',
  `update oauth_artifact set consumed_at = now()
   where model = $1 and id = $2 and consumed_at is null returning id`,
)

/** Also succeeds again within the grace period, which starts at the first use. */
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

export const deleteExpiredBatch = statement<{ id: string }, [batchSize: number]>(
  'delete_expired_oauth_artifacts',
  `delete from oauth_artifact where (model, id) in (
     select model, id from oauth_artifact where expires_at < now()
     order by expires_at limit $1 for update skip locked)
   returning id`,
)

export interface RecordedGrantRow {
  readonly advisorId: number
  readonly holderId: number
  readonly firmId: number
  readonly applicationId: number
  readonly application: string
  readonly expiresAt: Date
  /** False: it existed, and only its scopes or its end were written. */
  readonly isNew: boolean
}

export const recordGrant = statement<
  RecordedGrantRow,
  [identifier: string, clientId: string, grantId: string, scopes: readonly string[], lifetimeSeconds: number]
>(
  'record_authorization_grant',
  `with granted as (
     insert into authorization_grant (advisor_id, application_id, grant_id, scopes, expires_at)
     select advisor.id, application.id, $3, $4, now() + make_interval(secs => $5) from advisor, application
     where advisor.identifier = $1 and application.client_id = $2
     on conflict (grant_id) do update set scopes = excluded.scopes, expires_at = excluded.expires_at
     returning advisor_id, application_id, expires_at, xmax = 0 as is_new)
   select advisor.id as "advisorId", coalesce(advisor.holder_id, advisor.id) as "holderId",
     advisor.firm_id as "firmId", application.id as "applicationId", application.name as application, granted.expires_at as "expiresAt", granted.is_new as "isNew"
   from granted
   join advisor on advisor.id = granted.advisor_id
   join application on application.id = granted.application_id`,
)

/** The advisor for whom an application may act alone, and the scopes that advisor or firm allow. */
export const advisorWhoAllowed = statement<
  { advisorId: number; firmId: number; scopes: readonly string[] },
  [identifier: string, clientId: string]
>(
  'advisor_who_allowed',
  `select advisor.id as "advisorId", advisor.firm_id as "firmId", array_agg(distinct scope) as scopes
   from advisor
   join firm on firm.id = advisor.firm_id
   cross join application
   join living_authorization as living
     on living.advisor_id = advisor.id and living.application_id = application.id
   cross join unnest(living.scopes) as scope
   where advisor.identifier = $1 and application.client_id = $2
     and advisor.active and firm.active and application.active
   group by advisor.id`,
)

export interface SigningKeyRow {
  readonly kid: string
  readonly publicJwk: JWK
  readonly encryptedPrivateJwk: Buffer
  readonly createdAt: Date
  readonly retiredAt: Date | null
  readonly isRetired: boolean
}

const keyColumns = `kid, public_jwk as "publicJwk", encrypted_private_jwk as "encryptedPrivateJwk",
  created_at as "createdAt", retired_at as "retiredAt", coalesce(retired_at <= now(), false) as "isRetired"`

/** Keys whose signatures are valid, the signing key first: the oldest that is not retired. */
export const verifyingKeys = statement<SigningKeyRow, [keyVerifiesSeconds: number]>(
  'verifying_signing_keys',
  `select ${keyColumns} from signing_key
   where retired_at is null or retired_at > now() - make_interval(secs => $1)
   order by "isRetired", created_at, kid`,
)

export const allSigningKeys = statement<SigningKeyRow>(
  'all_signing_keys',
  `select ${keyColumns} from signing_key order by created_at, kid`,
)

export const insertSigningKey = statement<object, [kid: string, publicJwk: JWK, encrypted: Buffer]>(
  'insert_signing_key',
  'insert into signing_key (kid, public_jwk, encrypted_private_jwk) values ($1, $2, $3)',
)

/** A key that retires sooner is not changed. */
export const retireSigningKeys = statement<{ kid: string }, [afterSeconds: number]>(
  'retire_signing_keys',
  `update signing_key set retired_at = least(retired_at, now() + make_interval(secs => $1))
   where retired_at is null or retired_at > now() returning kid`,
)

/** Serializes the creation and retirement of keys. */
export const lockSigningKeys = statement(
  'lock_signing_keys',
  `select pg_advisory_xact_lock(hashtextextended('parley signing keys', 0))`,
)

export const lockSealedKeys = statement<
  { place: string; about: string; sealed: Buffer },
  [after: string, size: number]
>(
  'lock_sealed_signing_keys',
  `select kid as place, kid as about, encrypted_private_jwk as sealed from signing_key
   where kid > $1 order by kid limit $2 for no key update`,
)

export const replaceSealedKeys = statement<object, [kids: readonly string[], sealed: readonly Buffer[]]>(
  'replace_sealed_signing_keys',
  `update signing_key set encrypted_private_jwk = given.sealed
   from unnest($1::text[], $2::bytea[]) as given (kid, sealed) where signing_key.kid = given.kid`,
)
