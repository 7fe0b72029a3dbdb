import type { Role } from '@parley/contract'
import { statement } from '../../platform/db/statement.ts'
import { accountsHeld, accountsOfPerson, isHeldBy } from '../roles/accounts-sql.ts'

export interface SessionRow {
  readonly id: number
  readonly personId: number
  readonly firmId: number
  readonly hasAccount: boolean
  readonly signedInAt: Date
  readonly expiresAt: Date
  readonly roles: readonly Role[]
  readonly accounts: readonly number[]
  /** Those of them that the person holds. */
  readonly held: readonly number[]
  /** Whether to record that it is in use. */
  readonly isToBeNoted: boolean
}

// The column advisor_id is the id of the person: docs/decisions/0036-people-and-roles.md.
const columns = `session.id, session.advisor_id as "personId", session.signed_in_at as "signedInAt",
  session.expires_at as "expiresAt"`
const isAlive = `session.expires_at > statement_timestamp()
  and session.used_at > statement_timestamp() - make_interval(secs => $2) and person.active and firm.active
  and (session.has_second_factor or not firm.second_factor_required)
  and exists (select from person_role where person_role.person_id = person.id)`
const withOwner = `app_session as session
  join person on person.id = session.advisor_id join firm on firm.id = person.firm_id`
const hasAccount = 'exists (select from advisor where advisor.id = person.id and advisor.holder_id is null)'

export const sessionByToken = statement<SessionRow, [tokenHash: Buffer, idleSeconds: number]>(
  'app_session_by_token',
  `select ${columns}, session.used_at < statement_timestamp() - interval '1 minute' as "isToBeNoted",
     person.firm_id as "firmId", ${hasAccount} as "hasAccount",
     array(select role from person_role where person_role.person_id = person.id order by role) as roles,
     array(${accountsOfPerson}) as accounts, array(${accountsHeld}) as held
   from ${withOwner} where session.token_hash = $1 and ${isAlive}`,
)

/** Positions of those that are active, with an account that is still open to the person. */
export const activeSessions = statement<
  { readonly position: number },
  [personIds: readonly number[], idleSeconds: number, ids: readonly number[], advisorIds: readonly number[]]
>(
  'living_app_sessions',
  `select given.position
   from unnest($1::bigint[], $3::bigint[], $4::bigint[]) with ordinality as given (person_id, id, account_id, position)
   join (${withOwner}) on session.advisor_id = given.person_id and session.id = given.id
   where ${isAlive} and given.account_id in (${accountsOfPerson})`,
)

export const insertSession = statement<
  Pick<SessionRow, 'id' | 'personId' | 'signedInAt' | 'expiresAt'>,
  [personId: number, tokenHash: Buffer, lifeSeconds: number, browser: string | null, hasSecondFactor: boolean]
>(
  'insert_app_session',
  `insert into app_session as session (advisor_id, token_hash, expires_at, browser, has_second_factor)
   values ($1, $2, statement_timestamp() + make_interval(secs => $3), $4, $5) returning ${columns}`,
)

/**
 * Waits for a change that is being committed; a later change waits and then finds the session. The firm is locked before the
 * person, as in the global lock order.
 */
export const lockPerson = statement<
  Pick<SessionRow, 'firmId' | 'hasAccount'> & {
    readonly isActive: boolean
    readonly passwordHash: string | null
  },
  [personId: number]
>(
  'lock_person_for_session',
  `with locked_firm as materialized (
     select id, active from firm where id = (select firm_id from person where id = $1) for share
   )
   select person.firm_id as "firmId", ${hasAccount} as "hasAccount", person.active and locked_firm.active as "isActive",
     password_hash as "passwordHash"
   from locked_firm join person on person.firm_id = locked_firm.id
   where person.id = $1 for share of person`,
)

export interface SignInConditionsRow {
  /** When the authenticator app was set up. Null: there is none. */
  readonly factorAddedAt: Date | null
  /** By the firm. */
  readonly isFactorRequired: boolean
  /** The one with the given credential id. */
  readonly hasPasskey: boolean
  /** Neither passwords nor passkeys count. */
  readonly mustUseFirmSignIn: boolean
  readonly now: Date
}

/** What a sign-in depends on, beside the rows that lockPerson has locked. */
export const signInConditions = statement<
  SignInConditionsRow,
  [personId: number, credentialId: string | null]
>(
  'sign_in_conditions_of_person',
  `select added_at as "factorAddedAt", second_factor_required as "isFactorRequired",
     exists (select from passkey where passkey.advisor_id = person.id and credential_id = $2) as "hasPasskey",
     exists (select from firm_sign_in where firm_id = person.firm_id and is_only) as "mustUseFirmSignIn",
     statement_timestamp() as now
   from person join firm on firm.id = person.firm_id left join second_factor on person_id = person.id
   where person.id = $1`,
)

export interface ListedSessionRow {
  readonly id: number
  readonly browser: string | null
  readonly signedInAt: Date
  readonly usedAt: Date
  readonly expiresAt: Date
}

export const sessionsOfPerson = statement<ListedSessionRow, [personId: number, idleSeconds: number]>(
  'app_sessions_of_person',
  `select session.id, browser, session.signed_in_at as "signedInAt", session.used_at as "usedAt",
     session.expires_at as "expiresAt"
   from ${withOwner} where session.advisor_id = $1 and ${isAlive} order by session.used_at desc, session.id`,
)

export interface AuthorizationSessionRow {
  readonly uid: string
  readonly idHash: string
  readonly signedInAt: Date
  readonly expiresAt: Date
}

const ofAccounts = `model = 'Session' and payload->>'accountId' = any (array(
  select identifier from advisor where ${isHeldBy('advisor', '$1')}))`

/** Sessions in which applications are allowed. Only advisors have them. */
export const authorizationSessionsOfAdvisor = statement<AuthorizationSessionRow, [personId: number]>(
  'authorization_sessions_of_advisor',
  `select uid, id as "idHash", to_timestamp((payload->>'loginTs')::float8) as "signedInAt",
     expires_at as "expiresAt"
   from oauth_artifact
   where ${ofAccounts} and expires_at > statement_timestamp()
     and to_timestamp((payload->>'loginTs')::float8) > coalesce(
       (select signed_out_at from advisor where identifier = payload->>'accountId'), '-infinity')
   order by "signedInAt" desc`,
)

export const noteUse = statement<object, [personId: number, sessionId: number]>(
  'note_use_of_app_session',
  'update app_session set used_at = statement_timestamp() where advisor_id = $1 and id = $2',
)

/** The person has proved it in this session. */
export const noteSecondFactor = statement<object, [personId: number, sessionId: number]>(
  'note_second_factor_of_app_session',
  'update app_session set has_second_factor = true where advisor_id = $1 and id = $2',
)

export const sessionOfPerson = statement<object, [personId: number, sessionId: number]>(
  'app_session_of_person',
  // The lock waits for whoever is just ending it.
  'select from app_session where advisor_id = $1 and id = $2 for key share',
)

export const replaceToken = statement<object, [personId: number, sessionId: number, tokenHash: Buffer]>(
  'replace_app_session_token',
  'update app_session set token_hash = $3 where advisor_id = $1 and id = $2',
)

export const deleteSession = statement<{ readonly id: number }, [personId: number, sessionId: number]>(
  'delete_app_session',
  'delete from app_session where advisor_id = $1 and id = $2 returning id',
)

export const deleteSessionByToken = statement<object, [tokenHash: Buffer]>(
  'delete_app_session_by_token',
  'delete from app_session where token_hash = $1',
)

export const deleteSessionsOf = statement<
  { readonly id: number },
  [personIds: readonly number[], exceptSessionId: number | null]
>(
  'delete_app_sessions_of_people',
  'delete from app_session where advisor_id = any ($1::bigint[]) and id is distinct from $2::bigint returning id',
)

/** Invitations and resets that nobody has used. */
export const deleteLinksOf = statement<object, [personIds: readonly number[]]>(
  'delete_sign_in_links_of_people',
  'delete from sign_in_link where person_id = any ($1::bigint[])',
)

/** Links for an emergency, which an operator has handed over. */
export const deleteBreakGlassOf = statement<object, [personIds: readonly number[]]>(
  'delete_break_glass_links_of_people',
  'delete from break_glass_link where person_id = any ($1::bigint[])',
)

export const deleteAuthorizationSession = statement<
  { readonly uid: string },
  [personId: number, uid: string]
>('delete_authorization_session', `delete from oauth_artifact where ${ofAccounts} and uid = $2 returning uid`)

/** Deletes a session of any advisor, because the browser that holds it signs out. */
export const deleteHeldAuthorizationSession = statement<object, [idHash: string]>(
  'delete_held_authorization_session',
  `delete from oauth_artifact where model = 'Session' and id = $1`,
)

const areHeldByPeople = `(holder_id is null and id = any ($1::bigint[]) or holder_id = any ($1::bigint[]))`

/** No book of their firms is handed over until the transaction ends. */
export const lockFirmsOfPeople = statement<object, [personIds: readonly number[]]>(
  'lock_firms_of_people',
  `select from firm where id in (select firm_id from person where id = any ($1::bigint[]))
   order by id for share`,
)

/** Every account that these people hold, in the order of ids. */
export const lockAccountsOfPeople = statement<object, [personIds: readonly number[]]>(
  'lock_accounts_of_people',
  `select from advisor where ${areHeldByPeople} order by id for no key update`,
)

export const lockPersonRows = statement<object, [personIds: readonly number[]]>(
  'lock_person_rows',
  'select from person where id = any ($1::bigint[]) order by id for no key update',
)

const endSessionsOf = (accounts: string): string => `with locked as (
     select id from advisor where ${accounts} order by id for no key update
   ), ended as (
     update advisor set signed_out_at = statement_timestamp() from locked where advisor.id = locked.id
     returning identifier
   )
   delete from oauth_artifact using ended
   where model = 'Session' and payload->>'accountId' = ended.identifier returning uid`

/** In every account that these people hold. */
export const endAuthorizationSessionsOf = statement<{ readonly uid: string }, [personIds: readonly number[]]>(
  'end_authorization_sessions_of_people',
  endSessionsOf(areHeldByPeople),
)

export const endAuthorizationSessionsIn = statement<{ readonly uid: string }, [advisorId: number]>(
  'end_authorization_sessions_in_account',
  endSessionsOf('id = $1'),
)

export const lockAdvisorsOfFirm = statement<object, [firmId: number]>(
  'lock_advisors_of_firm',
  'select from advisor where firm_id = $1 order by id for no key update',
)

export const peopleOfFirm = statement<{ readonly id: number }, [firmId: number]>(
  'people_of_firm',
  'select id from person where firm_id = $1',
)

export const deleteExpiredBatch = statement<object, [batchSize: number]>(
  'delete_expired_app_sessions',
  `delete from app_session where (advisor_id, id) in (
     select advisor_id, id from app_session where expires_at < now()
     order by expires_at limit $1 for update skip locked)
   returning id`,
)
