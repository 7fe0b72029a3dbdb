import { statement } from '../../db/statement.ts'

export interface PublicKeyRow {
  readonly kid: string
  readonly public_jwk: { readonly [name: string]: unknown }
}

export const publicKeys = statement<PublicKeyRow, [keyVerifiesSeconds: number]>(
  'public_keys',
  `select kid, public_jwk from signing_key
   where retired_at is null or retired_at > now() - make_interval(secs => $1)`,
)

export interface AccessRow {
  readonly advisor_id: number
  readonly advisor_active: boolean
  readonly firm_active: boolean
  readonly application_id: number
  readonly application_active: boolean
  readonly application_scopes: readonly string[]
  /** The grant that the token was made from stands. */
  readonly grant_stands: boolean
  /** The advisor, or the advisor's firm, has allowed the application and not taken it back. */
  readonly authorization_stands: boolean
  readonly key: {
    readonly id: number
    readonly application_id: number
    readonly revoked: boolean
    readonly rate_per_second: number
    readonly burst: number
    readonly daily_quota: number | null
  } | null
}

type AccessValues = [
  clientId: string,
  advisorId: number | null,
  advisorIdentifier: string | null,
  grantId: string | null,
  keyHash: Buffer | null,
]

/** Everything a request rests on, of one moment. No row where advisor or application do not exist. */
export const accessByCredentials = statement<AccessRow, AccessValues>(
  'access_by_credentials',
  `select
     advisor.id as advisor_id,
     advisor.active as advisor_active,
     firm.active as firm_active,
     application.id as application_id,
     application.active as application_active,
     application.scopes as application_scopes,
     exists (
       select from authorization_grant as given
       where given.advisor_id = advisor.id and given.application_id = application.id
         and given.grant_id = $4 and given.revoked_at is null
     ) as grant_stands,
     exists (
       select from authorization_grant as given
       where given.advisor_id = advisor.id and given.application_id = application.id and given.revoked_at is null
     ) or exists (
       select from firm_authorization as given
       where given.firm_id = advisor.firm_id and given.application_id = application.id and given.revoked_at is null
     ) as authorization_stands,
     (
       select json_build_object(
         'id', api_key.id,
         'application_id', api_key.application_id,
         'revoked', api_key.revoked_at is not null,
         'rate_per_second', api_key.rate_per_second,
         'burst', api_key.burst,
         'daily_quota', api_key.daily_quota
       )
       from api_key where api_key.hash = $5
     ) as key
   from advisor
     join firm on firm.id = advisor.firm_id
     cross join application
   where application.client_id = $1 and (advisor.id = $2 or advisor.identifier = $3)`,
)
