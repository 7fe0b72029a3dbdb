import { statement } from '../../db/statement.ts'

export interface ApplicationRow {
  readonly id: number
  readonly client_id: string
  readonly name: string
  readonly redirect_uris: readonly string[]
  readonly scopes: readonly string[]
  readonly grant_types: readonly string[]
  readonly active: boolean
  readonly created_at: Date
}

const applicationColumns = 'id, client_id, name, redirect_uris, scopes, grant_types, active, created_at'

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

/** Holds the application until the transaction ends, so that changes to it take their turn. */
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

/** Hashes of the client secrets that are accepted now. */
export const validSecretHashes = statement<{ hash: Buffer }, [applicationId: number]>(
  'valid_secret_hashes',
  `select hash from client_secret
   where application_id = $1 and (expires_at is null or expires_at > now())
   order by created_at desc`,
)

export interface ClientSecretRow {
  readonly created_at: Date
  readonly expires_at: Date | null
}

export const validSecrets = statement<ClientSecretRow, [applicationId: number]>(
  'valid_secrets',
  `select created_at, expires_at from client_secret
   where application_id = $1 and (expires_at is null or expires_at > now())
   order by created_at desc`,
)

export const insertClientSecret = statement<object, [applicationId: number, hash: Buffer]>(
  'insert_client_secret',
  'insert into client_secret (application_id, hash) values ($1, $2)',
)

/** A secret that ends sooner anyway is left at that. */
export const expireClientSecrets = statement<
  { expires_at: Date },
  [applicationId: number, overlapSeconds: number]
>(
  'expire_client_secrets',
  `update client_secret set expires_at = least(expires_at, now() + make_interval(secs => $2))
   where application_id = $1 and (expires_at is null or expires_at > now())
   returning expires_at`,
)

export interface ApiKeyRow {
  readonly id: number
  readonly client_id: string
  readonly application_name: string
  readonly hint: string
  readonly rate_per_second: number
  readonly burst: number
  readonly daily_quota: number | null
  readonly created_at: Date
  readonly revoked_at: Date | null
}

const keyColumns = `
  api_key.id, application.client_id, application.name as application_name, api_key.hint, api_key.rate_per_second,
  api_key.burst, api_key.daily_quota, api_key.created_at, api_key.revoked_at`

export const apiKeys = statement<ApiKeyRow, [applicationId: number | undefined]>(
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

/** A key that is revoked already keeps the time at which it was. */
export const revokeKeyById = statement<ApiKeyRow, [keyId: number]>(
  'revoke_key_by_id',
  `update api_key set revoked_at = coalesce(revoked_at, now())
   from application where api_key.id = $1 and application.id = api_key.application_id
   returning ${keyColumns}`,
)

export interface FirmAuthorizationRow {
  readonly firm_id: number
  readonly firm_name: string
  readonly granted_at: Date
}

export const firmAuthorizations = statement<FirmAuthorizationRow, [applicationId: number]>(
  'firm_authorizations',
  `select firm_id, firm.name as firm_name, granted_at
   from firm_authorization join firm on firm.id = firm_id
   where application_id = $1 and revoked_at is null order by firm_id`,
)

/** Granted anew if it was revoked; one that holds keeps its time. */
export const grantFirmAuthorization = statement<object, [firmId: number, applicationId: number]>(
  'grant_firm_authorization',
  `insert into firm_authorization (firm_id, application_id) values ($1, $2)
   on conflict (firm_id, application_id) do update set granted_at = now(), revoked_at = null
   where firm_authorization.revoked_at is not null`,
)

export const revokeFirmAuthorization = statement<
  { firm_id: number },
  [firmId: number, applicationId: number]
>(
  'revoke_firm_authorization',
  `update firm_authorization set revoked_at = now()
   where firm_id = $1 and application_id = $2 and revoked_at is null returning firm_id`,
)

export interface GrantRow {
  readonly grant_id: string
  readonly client_id: string
  readonly application_name: string
  readonly scopes: readonly string[]
  readonly granted_at: Date
  readonly revoked_at: Date | null
}

export const grantsOfAdvisor = statement<GrantRow, [advisorId: number]>(
  'grants_of_advisor',
  `select given.grant_id, application.client_id, application.name as application_name, given.scopes,
     given.granted_at, given.revoked_at
   from authorization_grant as given join application on application.id = given.application_id
   where given.advisor_id = $1
   order by given.granted_at desc, given.grant_id`,
)

export interface ConnectedRow {
  readonly applicationId: number
  readonly name: string
  readonly scopes: readonly string[]
  readonly allowedAt: Date
  readonly isAllowedByFirm: boolean
  readonly isAllowedByAdvisor: boolean
  readonly revokedAt: Date | null
}

/** Every application that the advisor or the firm has ever allowed. A firm allows texting, and what it asks for of that. */
export const connectedApplications = statement<ConnectedRow, [advisorId: number]>(
  'connected_applications',
  `with given as (
     select application_id, granted_at, revoked_at, scopes, false as by_firm
     from authorization_grant where advisor_id = $1
     union all
     select allowed.application_id, allowed.granted_at, allowed.revoked_at,
       array(select scope from unnest(application.scopes) as scope where scope like 'text.%'), true
     from firm_authorization as allowed
     join advisor on advisor.firm_id = allowed.firm_id and advisor.id = $1
     join application on application.id = allowed.application_id
   ), summed as (
     select application_id,
       coalesce(min(granted_at) filter (where revoked_at is null), min(granted_at)) as allowed_at,
       coalesce(bool_or(by_firm) filter (where revoked_at is null), false) as by_firm,
       coalesce(bool_or(not by_firm) filter (where revoked_at is null), false) as by_advisor,
       max(revoked_at) as revoked_at
     from given group by application_id
   )
   select application.id as "applicationId", application.name, array(
       select distinct scope from given, unnest(given.scopes) as scope
       where given.application_id = application.id and given.revoked_at is null
         and scope = any (application.scopes) order by scope
     ) as scopes,
     allowed_at as "allowedAt", by_firm and application.active as "isAllowedByFirm",
     by_advisor and application.active as "isAllowedByAdvisor", summed.revoked_at as "revokedAt"
   from summed join application on application.id = summed.application_id
   order by (by_firm or by_advisor) and application.active desc, allowed_at desc, application.id`,
)

/** What an advisor has allowed an application and not taken back; held until the transaction ends. */
export const standingGrants = statement<
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
