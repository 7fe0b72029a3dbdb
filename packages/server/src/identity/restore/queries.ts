import { statement } from '../../platform/db/statement.ts'

/** Their tokens are refused at once, unlike after a rotation. */
export const disownSigningKeys = statement<{ readonly kid: string }, [keyVerifiesSeconds: number]>(
  'disown_signing_keys',
  `update signing_key set retired_at = least(retired_at, now() - make_interval(secs => $1))
   where retired_at is null or retired_at > now() - make_interval(secs => $1) returning kid`,
)

/** Codes, refresh tokens and sessions of the authorization server; of grants only those that end. */
export const deleteArtifacts = statement<object, [keepsGrants: boolean]>(
  'delete_oauth_artifacts_after_restore',
  `delete from oauth_artifact where not ($1 and model = 'Grant') returning id`,
)

export const deleteAppSessions = statement<object>(
  'delete_app_sessions_after_restore',
  'delete from app_session returning id',
)

export const signOutAdvisors = statement<object>(
  'sign_out_advisors_after_restore',
  'update advisor set signed_out_at = statement_timestamp()',
)

export interface EndedGrant {
  readonly advisorId: number
  readonly applicationId: number
  readonly application: string
  readonly grantId: string
  readonly scopes: readonly string[]
  readonly now: Date
}

export const endGrants = statement<EndedGrant, [limit: number]>(
  'end_grants_after_restore',
  `update authorization_grant as given set revoked_at = now()
   from application, (
     select grant_id from authorization_grant where revoked_at is null order by advisor_id, grant_id limit $1
   ) as living
   where given.grant_id = living.grant_id and application.id = given.application_id
   returning given.advisor_id as "advisorId", application.id as "applicationId", application.name as application,
     given.grant_id as "grantId", given.scopes, clock_timestamp()::timestamptz(3) as now`,
)

export const endFirmAuthorizations = statement<{
  readonly firmId: number
  readonly applicationId: number
  readonly application: string
  readonly clientId: string
}>(
  'end_firm_authorizations_after_restore',
  `update firm_authorization as given set revoked_at = now() from application
   where given.revoked_at is null and application.id = given.application_id
   returning firm_id as "firmId", application.id as "applicationId", application.name as application,
     client_id as "clientId"`,
)

export const endKeys = statement<{
  readonly keyId: number
  readonly clientId: string
  readonly hint: string
}>(
  'end_api_keys_after_restore',
  `update api_key set revoked_at = now() from application
   where revoked_at is null and application.id = api_key.application_id
   returning api_key.id as "keyId", client_id as "clientId", hint`,
)

export const endSecrets = statement<object>(
  'end_client_secrets_after_restore',
  'update client_secret set expires_at = now() where expires_at is null or expires_at > now() returning application_id',
)

/** Each works once, and this database may not know that one was used. */
export const deleteRecoveryCodes = statement<object>(
  'delete_recovery_codes_after_restore',
  'delete from recovery_code',
)

/** One-time links: this database may not know that one was used. */
export const deleteLinks = statement<{ readonly links: number }>(
  'delete_sign_in_links_after_restore',
  `with one as (delete from sign_in_link returning 1), other as (delete from break_glass_link returning 1),
     attempt as (delete from firm_sign_in_attempt returning 1)
   select (select count(*) from one) + (select count(*) from other) as links`,
)

export const endDirectoryTokens = statement<{ readonly firmId: number; readonly tokens: number }>(
  'end_directory_tokens_after_restore',
  `with ended as (
     update directory_token set expires_at = now() where expires_at is null or expires_at > now() returning firm_id
   )
   select firm_id as "firmId", count(*) as tokens from ended group by firm_id`,
)
