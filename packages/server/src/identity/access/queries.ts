import { statement } from '../../platform/db/statement.ts'

export interface PublicKeyRow {
  readonly kid: string
  readonly publicJwk: { readonly [name: string]: unknown }
}

export const publicKeys = statement<PublicKeyRow, [keyVerifiesSeconds: number]>(
  'public_keys',
  `select kid, public_jwk as "publicJwk" from signing_key
   where retired_at is null or retired_at > now() - make_interval(secs => $1)`,
)

export interface ApplicationAccessRow {
  readonly applicationId: number
  readonly applicationActive: boolean
  readonly applicationScopes: readonly string[]
  readonly key: {
    readonly id: number
    readonly applicationId: number
    readonly revoked: boolean
    readonly ratePerSecond: number
    readonly burst: number
    readonly dailyQuota: number | null
  } | null
}

export interface AccessRow extends ApplicationAccessRow {
  readonly advisorId: number
  readonly advisorActive: boolean
  /** Somebody else holds the account, so its identifier is no longer the name of its advisor at an outside issuer. */
  readonly isHandedOver: boolean
  readonly firmActive: boolean
  /** The token's grant is active. */
  readonly grantStands: boolean
  /** Scopes that the advisor or the firm currently allows the application. */
  readonly authorizedScopes: readonly string[]
}

/** The key with this hash, and its plan. */
const keyOf = (hash: string): string => `(
       select json_build_object(
         'id', api_key.id,
         'applicationId', api_key.application_id,
         'revoked', api_key.revoked_at is not null,
         'ratePerSecond', api_key.rate_per_second,
         'burst', api_key.burst,
         'dailyQuota', api_key.daily_quota
       )
       from api_key where api_key.hash = ${hash}
     ) as key`

/** Everything a request of the application by itself depends on. */
export const applicationAccess = statement<ApplicationAccessRow, [clientId: string, keyHash: Buffer | null]>(
  'application_access',
  `select id as "applicationId", active as "applicationActive", scopes as "applicationScopes", ${keyOf('$2')}
   from application where client_id = $1`,
)

type AccessValues = [
  clientId: string,
  advisorId: number | null,
  advisorIdentifier: string | null,
  grantId: string | null,
  keyHash: Buffer | null,
]

/** Everything a request depends on, from one snapshot. No row if advisor or application do not exist. */
export const accessByCredentials = statement<AccessRow, AccessValues>(
  'access_by_credentials',
  `select
     advisor.id as "advisorId",
     advisor.active as "advisorActive",
     advisor.holder_id is not null as "isHandedOver",
     firm.active as "firmActive",
     application.id as "applicationId",
     application.active as "applicationActive",
     application.scopes as "applicationScopes",
     exists (
       select from living_authorization as living
       where living.advisor_id = advisor.id and living.application_id = application.id and living.grant_id = $4
     ) as "grantStands",
     array(
       select distinct unnest(living.scopes) from living_authorization as living
       where living.advisor_id = advisor.id and living.application_id = application.id
     ) as "authorizedScopes",
     ${keyOf('$5')}
   from advisor
     join firm on firm.id = advisor.firm_id
     cross join application
   where application.client_id = $1 and (advisor.id = $2 or advisor.identifier = $3)`,
)
