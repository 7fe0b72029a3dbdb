import { statement } from '../../platform/db/statement.ts'

export interface SessionRow {
  readonly id: number
  readonly advisorId: number
  readonly signedInAt: Date
  readonly expiresAt: Date
  /** Whether to record that it is in use. */
  readonly isToBeNoted: boolean
}

const columns = `session.id, session.advisor_id as "advisorId", session.signed_in_at as "signedInAt",
  session.expires_at as "expiresAt"`
const isAlive = `session.expires_at > statement_timestamp()
  and session.used_at > statement_timestamp() - make_interval(secs => $2) and advisor.active and firm.active`
const withOwner = `app_session as session
  join advisor on advisor.id = session.advisor_id join firm on firm.id = advisor.firm_id`

export const sessionByToken = statement<SessionRow, [tokenHash: Buffer, idleSeconds: number]>(
  'app_session_by_token',
  `select ${columns}, session.used_at < statement_timestamp() - interval '1 minute' as "isToBeNoted"
   from ${withOwner} where session.token_hash = $1 and ${isAlive}`,
)

/** Which of these are active. */
export const activeSessions = statement<
  { readonly id: number },
  [advisorIds: readonly number[], idleSeconds: number, ids: readonly number[]]
>(
  'living_app_sessions',
  `select session.id from unnest($1::bigint[], $3::bigint[]) as given (advisor_id, id)
   join (${withOwner}) on session.advisor_id = given.advisor_id and session.id = given.id where ${isAlive}`,
)

export const insertSession = statement<
  Omit<SessionRow, 'isToBeNoted'>,
  [advisorId: number, tokenHash: Buffer, lifeSeconds: number, browser: string | null]
>(
  'insert_app_session',
  `insert into app_session as session (advisor_id, token_hash, expires_at, browser)
   values ($1, $2, statement_timestamp() + make_interval(secs => $3), $4) returning ${columns}`,
)

/**
 * Waits for a change that is being committed; a later change waits and then finds the session. The firm is locked before the
 * advisor, as in the global lock order.
 */
export const lockAdvisor = statement<
  { readonly isActive: boolean; readonly passwordHash: string | null },
  [advisorId: number]
>(
  'lock_advisor_for_session',
  `with locked_firm as materialized (
     select id, active from firm where id = (select firm_id from advisor where id = $1) for share
   )
   select advisor.active and locked_firm.active as "isActive", password_hash as "passwordHash"
   from locked_firm join advisor on advisor.firm_id = locked_firm.id
   where advisor.id = $1 for share of advisor`,
)

export interface ListedSessionRow {
  readonly id: number
  readonly browser: string | null
  readonly signedInAt: Date
  readonly usedAt: Date
  readonly expiresAt: Date
}

export const sessionsOfAdvisor = statement<ListedSessionRow, [advisorId: number, idleSeconds: number]>(
  'app_sessions_of_advisor',
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

const ofAccount = `model = 'Session' and payload->>'accountId' = (select identifier from advisor where id = $1)`

/** Sessions in which applications are allowed. */
export const authorizationSessionsOfAdvisor = statement<AuthorizationSessionRow, [advisorId: number]>(
  'authorization_sessions_of_advisor',
  `select uid, id as "idHash", to_timestamp((payload->>'loginTs')::float8) as "signedInAt",
     expires_at as "expiresAt"
   from oauth_artifact
   where ${ofAccount} and expires_at > statement_timestamp()
     and to_timestamp((payload->>'loginTs')::float8) > coalesce(
       (select signed_out_at from advisor where id = $1), '-infinity')
   order by "signedInAt" desc`,
)

export const noteUse = statement<object, [advisorId: number, sessionId: number]>(
  'note_use_of_app_session',
  'update app_session set used_at = statement_timestamp() where advisor_id = $1 and id = $2',
)

export const replaceToken = statement<object, [advisorId: number, sessionId: number, tokenHash: Buffer]>(
  'replace_app_session_token',
  'update app_session set token_hash = $3 where advisor_id = $1 and id = $2',
)

export const deleteSession = statement<{ readonly id: number }, [advisorId: number, sessionId: number]>(
  'delete_app_session',
  'delete from app_session where advisor_id = $1 and id = $2 returning id',
)

export const deleteSessionByToken = statement<object, [tokenHash: Buffer]>(
  'delete_app_session_by_token',
  'delete from app_session where token_hash = $1',
)

export const deleteSessionsOf = statement<
  { readonly id: number },
  [advisorIds: readonly number[], exceptSessionId: number | null]
>(
  'delete_app_sessions_of_advisors',
  'delete from app_session where advisor_id = any ($1::bigint[]) and id is distinct from $2::bigint returning id',
)

export const deleteAuthorizationSession = statement<
  { readonly uid: string },
  [advisorId: number, uid: string]
>('delete_authorization_session', `delete from oauth_artifact where ${ofAccount} and uid = $2 returning uid`)

/** Deletes a session of any advisor, because the browser that holds it signs out. */
export const deleteHeldAuthorizationSession = statement<object, [idHash: string]>(
  'delete_held_authorization_session',
  `delete from oauth_artifact where model = 'Session' and id = $1`,
)

export const endAuthorizationSessionsOf = statement<
  { readonly uid: string },
  [advisorIds: readonly number[]]
>(
  'end_authorization_sessions_of_advisors',
  `with ended as (
     update advisor set signed_out_at = statement_timestamp() where id = any ($1::bigint[]) returning identifier
   )
   delete from oauth_artifact using ended
   where model = 'Session' and payload->>'accountId' = ended.identifier returning uid`,
)

export const lockAdvisorsOfFirm = statement<{ readonly id: number }, [firmId: number]>(
  'lock_advisors_of_firm',
  'select id from advisor where firm_id = $1 order by id for no key update',
)

export const deleteExpiredBatch = statement<object, [batchSize: number]>(
  'delete_expired_app_sessions',
  `delete from app_session where (advisor_id, id) in (
     select advisor_id, id from app_session where expires_at < now()
     order by expires_at limit $1 for update skip locked)
   returning id`,
)
