import { statement } from '../../platform/db/statement.ts'

/** Usage plan of a key: requests a second, burst, and requests a day (null: no limit). */
export interface UsagePlan {
  readonly ratePerSecond: number
  readonly burst: number
  readonly dailyQuota: number | null
}

export interface ApiKey extends UsagePlan {
  readonly id: number
  readonly clientId: string
  readonly applicationName: string
  /** The last four characters. */
  readonly hint: string
  readonly createdAt: Date
  readonly revokedAt: Date | null
}

/** An advisor's grant to an application. */
export interface Grant {
  readonly id: string
  readonly clientId: string
  readonly application: string
  readonly scopes: readonly string[]
  readonly grantedAt: Date
  readonly expiresAt: Date
  readonly revokedAt: Date | null
}

export interface ApplicationRow {
  readonly id: number
  readonly clientId: string
  readonly name: string
  readonly redirectUris: readonly string[]
  readonly scopes: readonly string[]
  readonly grantTypes: readonly string[]
  readonly active: boolean
  readonly createdAt: Date
}

const applicationColumns = `id, client_id as "clientId", name, redirect_uris as "redirectUris", scopes,
  grant_types as "grantTypes", active, created_at as "createdAt"`

export const applicationByClientId = statement<ApplicationRow, [clientId: string]>(
  'application_by_client_id',
  `select ${applicationColumns} from application where client_id = $1`,
)

export const applications = statement<ApplicationRow>(
  'applications',
  `select ${applicationColumns} from application order by id`,
)

export const insertApplication = statement<
  { id: number },
  [
    clientId: string,
    name: string,
    redirectUris: readonly string[],
    scopes: readonly string[],
    grantTypes: readonly string[],
  ]
>(
  'insert_application',
  `insert into application (client_id, name, redirect_uris, scopes, grant_types)
   values ($1, $2, $3, $4, $5) returning id`,
)

/** Locks the application until the transaction ends, so that changes to it are serialized. */
export const lockApplication = statement<ApplicationRow, [clientId: string]>(
  'lock_application',
  `select ${applicationColumns} from application where client_id = $1 for update`,
)

export const updateApplication = statement<
  object,
  [
    applicationId: number,
    name: string | undefined,
    redirectUris: readonly string[] | undefined,
    active: boolean | undefined,
  ]
>(
  'update_application',
  `update application set name = coalesce($2, name), redirect_uris = coalesce($3, redirect_uris),
     active = coalesce($4, active)
   where id = $1`,
)

/** Hashes of the currently valid client secrets. */
export const validSecretHashes = statement<{ hash: Buffer }, [applicationId: number]>(
  'valid_secret_hashes',
  `select hash from client_secret
   where application_id = $1 and (expires_at is null or expires_at > now())
   order by created_at desc`,
)

export interface ClientSecretRow {
  readonly createdAt: Date
  readonly expiresAt: Date | null
}

export const validSecrets = statement<ClientSecretRow, [applicationId: number]>(
  'valid_secrets',
  `select created_at as "createdAt", expires_at as "expiresAt" from client_secret
   where application_id = $1 and (expires_at is null or expires_at > now())
   order by created_at desc`,
)

export const insertClientSecret = statement<object, [applicationId: number, hash: Buffer]>(
  'insert_client_secret',
  'insert into client_secret (application_id, hash) values ($1, $2)',
)

/** A secret that ends sooner is not changed. */
export const expireClientSecrets = statement<
  { expiresAt: Date },
  [applicationId: number, overlapSeconds: number]
>(
  'expire_client_secrets',
  `update client_secret set expires_at = least(expires_at, now() + make_interval(secs => $2))
   where application_id = $1 and (expires_at is null or expires_at > now())
   returning expires_at as "expiresAt"`,
)

const keyColumns = `
  api_key.id, application.client_id as "clientId", application.name as "applicationName", api_key.hint,
  api_key.rate_per_second as "ratePerSecond", api_key.burst, api_key.daily_quota as "dailyQuota",
  api_key.created_at as "createdAt", api_key.revoked_at as "revokedAt"`

export const apiKeys = statement<ApiKey, [applicationId: number | undefined]>(
  'api_keys',
  `select ${keyColumns} from api_key join application on application.id = api_key.application_id
   where $1::bigint is null or application_id = $1 order by application.id, api_key.id`,
)

export const insertApiKey = statement<
  { id: number },
  [
    applicationId: number,
    hash: Buffer,
    hint: string,
    ratePerSecond: number,
    burst: number,
    dailyQuota: number | null,
  ]
>(
  'insert_api_key',
  `insert into api_key (application_id, hash, hint, rate_per_second, burst, daily_quota)
   values ($1, $2, $3, $4, $5, $6) returning id`,
)

/** A key that is already revoked keeps its time of revocation. */
export const revokeKeyById = statement<ApiKey, [keyId: number]>(
  'revoke_key_by_id',
  `update api_key set revoked_at = coalesce(revoked_at, now())
   from application where api_key.id = $1 and application.id = api_key.application_id
   returning ${keyColumns}`,
)

export interface FirmAuthorizationRow {
  readonly id: number
  readonly name: string
  readonly scopes: readonly string[]
  readonly authorizedAt: Date
}

export const firmAuthorizations = statement<FirmAuthorizationRow, [applicationId: number]>(
  'firm_authorizations',
  `select firm_id as id, firm.name, scopes, granted_at as "authorizedAt"
   from firm_authorization join firm on firm.id = firm_id
   where application_id = $1 and revoked_at is null order by firm_id`,
)

/** Authorizing the same scopes again keeps the original time. */
export const grantFirmAuthorization = statement<
  object,
  [firmId: number, applicationId: number, scopes: readonly string[]]
>(
  'grant_firm_authorization',
  `insert into firm_authorization (firm_id, application_id, scopes) values ($1, $2, $3)
   on conflict (firm_id, application_id) do update
   set scopes = excluded.scopes, granted_at = now(), revoked_at = null
   where firm_authorization.revoked_at is not null or firm_authorization.scopes <> excluded.scopes`,
)

export const revokeFirmAuthorization = statement<{ firmId: number }, [firmId: number, applicationId: number]>(
  'revoke_firm_authorization',
  `update firm_authorization set revoked_at = now()
   where firm_id = $1 and application_id = $2 and revoked_at is null returning firm_id as "firmId"`,
)

export const grantsOfAdvisor = statement<Grant, [advisorId: number]>(
  'grants_of_advisor',
  `select given.grant_id as id, application.client_id as "clientId", application.name as application, given.scopes,
     given.granted_at as "grantedAt", given.expires_at as "expiresAt", given.revoked_at as "revokedAt"
   from authorization_grant as given join application on application.id = given.application_id
   where given.advisor_id = $1
   order by given.granted_at desc, given.grant_id`,
)

export interface ConnectedRow {
  readonly applicationId: number
  readonly name: string
  /** Current permissions of the application, and who gave them. */
  readonly scopes: readonly {
    readonly scope: string
    readonly isAllowedByFirm: boolean
    readonly isAllowedByAdvisor: boolean
    /** When the advisor's own grants of this scope end, in milliseconds. */
    readonly grantEndsAtMs: number | null
  }[]
  readonly mayActAlone: boolean
  readonly allowedAt: Date
  readonly endedAt: Date | null
}

/**
 * Every application that the advisor or the firm has ever allowed. A disabled one has no permissions. Client credentials need
 * texting scopes and no refresh token.
 */
export const connectedApplications = statement<ConnectedRow, [advisorId: number]>(
  'connected_applications',
  `with given as (
     select application_id, granted_at, least(revoked_at, expires_at) as ended_at
     from authorization_grant where advisor_id = $1
     union all
     select allowed.application_id, allowed.granted_at, allowed.revoked_at
     from firm_authorization as allowed join advisor on advisor.firm_id = allowed.firm_id and advisor.id = $1
   ), summed as (
     select application_id,
       coalesce(min(granted_at) filter (where ended_at is null or ended_at > now()), min(granted_at)) as allowed_at,
       case when bool_or(ended_at is null or ended_at > now()) then null else max(ended_at) end as ended_at
     from given group by application_id
   ), allowed as (
     select living.application_id, scope, bool_or(living.grant_id is null) as by_firm,
       bool_or(living.grant_id is not null) as by_advisor, max(living.expires_at) as grant_ends_at
     from living_authorization as living
     cross join unnest(living.scopes) as scope
     join application on application.id = living.application_id
       and application.active and scope = any (application.scopes)
     where living.advisor_id = $1
     group by living.application_id, scope
   ), spelled as (
     select application_id, bool_or(scope like 'text.%') as has_texting,
       json_agg(json_build_object(
         'scope', scope, 'isAllowedByFirm', by_firm, 'isAllowedByAdvisor', by_advisor,
         'grantEndsAtMs', floor(extract(epoch from grant_ends_at) * 1000)
       ) order by scope) as scopes
     from allowed group by application_id
   )
   select application.id as "applicationId", application.name, coalesce(spelled.scopes, '[]') as scopes,
     coalesce(has_texting, false) and 'client_credentials' = any (application.grant_types) as "mayActAlone",
     allowed_at as "allowedAt", coalesce(ended_at, case when not application.active then allowed_at end) as "endedAt"
   from summed
   join application on application.id = summed.application_id
   left join spelled on spelled.application_id = summed.application_id
   order by spelled.application_id is null, allowed_at desc, application.id`,
)

/** An advisor's active grants to an application, locked until the transaction ends. */
export const activeGrants = statement<
  { readonly grantId: string; readonly scopes: readonly string[]; readonly now: Date },
  [advisorId: number, applicationId: number]
>(
  'standing_grants',
  `select grant_id as "grantId", scopes, clock_timestamp()::timestamptz(3) as now from authorization_grant
   where advisor_id = $1 and application_id = $2 and revoked_at is null order by grant_id for no key update`,
)

export const applicationNames = statement<
  { readonly id: number; readonly name: string },
  [applicationIds: readonly number[]]
>('application_names', 'select id, name from application where id = any ($1::bigint[])')

export const deleteArtifactsOfGrant = statement<object, [grantId: string]>(
  'delete_oauth_artifacts_of_grant',
  'delete from oauth_artifact where grant_id = $1',
)

export interface RevokedGrantRow {
  readonly advisorId: number
  readonly applicationId: number
  readonly application: string
  readonly scopes: readonly string[]
}

export const recordRevocation = statement<RevokedGrantRow, [grantId: string]>(
  'record_grant_revocation',
  `update authorization_grant as given set revoked_at = now() from application
   where given.grant_id = $1 and given.revoked_at is null and application.id = given.application_id
   returning given.advisor_id as "advisorId", application.id as "applicationId", application.name as application,
     given.scopes`,
)
