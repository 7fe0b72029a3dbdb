import { statement } from '../../../platform/db/statement.ts'

export interface FirmApplicationRow {
  readonly applicationId: number
  readonly clientId: string
  readonly name: string
  readonly isActive: boolean
  /** Empty: the firm does not allow it. */
  readonly firmScopes: readonly string[]
  readonly allowedByFirmAt: Date | null
  /** With a grant of their own that is in force. */
  readonly advisors: number
}

/** Without an application: all that the firm or one of its advisors allows. */
export const applicationsOfFirm = statement<
  FirmApplicationRow,
  [firmId: number, applicationId: number | undefined]
>(
  'applications_of_firm',
  `with by_firm as (
     select application_id, scopes, granted_at from firm_authorization
     where firm_id = $1 and revoked_at is null
   ), by_advisor as (
     select application_id, count(distinct given.advisor_id)::integer as advisors
     from advisor join authorization_grant as given on given.advisor_id = advisor.id
     where advisor.firm_id = $1 and given.revoked_at is null and (given.expires_at is null or given.expires_at > now())
     group by application_id
   )
   select application.id as "applicationId", application.client_id as "clientId", application.name,
     application.active as "isActive", coalesce(by_firm.scopes, '{}') as "firmScopes",
     by_firm.granted_at as "allowedByFirmAt", coalesce(by_advisor.advisors, 0) as advisors
   from application
   left join by_firm on by_firm.application_id = application.id
   left join by_advisor on by_advisor.application_id = application.id
   where ($2::bigint is null or application.id = $2)
     and (by_firm.application_id is not null or by_advisor.application_id is not null)
   order by lower(application.name), application.id`,
)

export interface UseRow {
  readonly advisorId: number
  readonly name: string
  readonly isAllowedByAdvisor: boolean
}

/** Active advisors for whom it may act, those with a grant of their own first. */
export const advisorsOfApplication = statement<
  UseRow,
  [firmId: number, applicationId: number, isForAll: boolean, limit: number]
>(
  'advisors_of_application_in_firm',
  `select advisor.id as "advisorId", advisor.name, given.is_given as "isAllowedByAdvisor"
   from advisor cross join lateral (
     select exists (
       select from authorization_grant where authorization_grant.advisor_id = advisor.id and application_id = $2
         and revoked_at is null and (expires_at is null or expires_at > now())
     ) as is_given
   ) as given
   where advisor.firm_id = $1 and advisor.active and (given.is_given or $3)
   order by given.is_given desc, lower(advisor.name), advisor.id limit $4`,
)
