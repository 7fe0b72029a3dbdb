import { statement } from '../../platform/db/statement.ts'

export interface HeldAccountRow {
  readonly advisorId: number
  readonly identifier: string
  readonly firmId: number
  readonly firmName: string
  readonly isFirmActive: boolean
  readonly isActive: boolean
  readonly holderId: number
  readonly holderName: string
}

/**
 * Serializes the handovers of a firm, also with changes of its people. The firm comes before its advisors in the global lock order,
 * and the account is read by a statement of its own, so that it is seen as the last handover left it.
 */
export const lockFirmOfAdvisor = statement<object, [advisorId: number]>(
  'lock_firm_of_advisor',
  'select from firm where id = (select firm_id from advisor where id = $1) for no key update',
)

export const heldAccount = statement<HeldAccountRow, [advisorId: number]>(
  'held_account',
  `select advisor.id as "advisorId", advisor.identifier, firm.id as "firmId", firm.name as "firmName",
     firm.active as "isFirmActive",
     advisor.active as "isActive", holder.id as "holderId", holder.name as "holderName"
   from advisor join firm on firm.id = advisor.firm_id
   join person as holder on holder.id = coalesce(advisor.holder_id, advisor.id)
   where advisor.id = $1`,
)

interface EndedGrantRow {
  readonly applicationId: number
  readonly application: string
  readonly grantId: string
  readonly scopes: readonly string[]
}

const endGrants = (locks: string): string => `with ended as (
     update authorization_grant set revoked_at = now()
     where advisor_id = $1 and grant_id in (
       select grant_id from authorization_grant where advisor_id = $1 and revoked_at is null
       order by grant_id ${locks}
     )
     returning application_id, grant_id, scopes
   )
   select application.id as "applicationId", application.name as application, grant_id as "grantId", ended.scopes
   from ended join application on application.id = application_id order by application.id, grant_id`

/** Grants are locked before their advisor, as by a revocation. */
export const endGrantsOfAccount = statement<EndedGrantRow, [advisorId: number]>(
  'end_grants_of_account',
  endGrants('for no key update'),
)

/** With the advisor locked: those that were given meanwhile. One that is locked is being revoked. */
export const endLaterGrants = statement<EndedGrantRow, [advisorId: number]>(
  'end_later_grants_of_account',
  endGrants('for no key update skip locked'),
)

/** Codes and refresh tokens, of all grants of the account. */
export const deleteArtifactsOfAccount = statement<object, [grantIds: readonly string[]]>(
  'delete_artifacts_of_account',
  'delete from oauth_artifact where grant_id = any ($1::text[])',
)

/**
 * What clients see is the holder's. The address in the row is that of nobody while somebody else holds the account: an address can
 * belong to one account only, and the person has it. Who gets their own account back signs in as before: the row decides again what the person has,
 * so it is given what they have now. An account that was closed is open again.
 */
export const setHolder = statement<object, [advisorId: number, personId: number]>(
  'set_holder_of_account',
  `update advisor set holder_id = nullif(person.id, advisor.id), name = person.name,
     email = case when person.id = advisor.id then person.email else advisor.id || '@handed-over.invalid' end,
     password_hash = case when person.id = advisor.id then person.password_hash end, active = true
   from person where advisor.id = $1 and person.id = $2`,
)

export const assistantsOf = statement<
  { readonly personId: number; readonly name: string },
  [advisorId: number]
>(
  'assistants_of_account',
  `select person.id as "personId", person.name
   from assistant_advisor join person on person.id = assistant_id
   where assistant_advisor.advisor_id = $1 order by lower(person.name), person.id`,
)
