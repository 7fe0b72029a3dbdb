import { statement } from '../../db/statement.ts'

export interface SessionRow {
  readonly id: number
  readonly advisorId: number
  readonly signedInAt: Date
  readonly expiresAt: Date
  /** Whether to note that it is being used. */
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

/** Which of these are alive. */
export const livingSessions = statement<
  { readonly id: number },
  [advisorIds: readonly number[], idleSeconds: number, ids: readonly number[]]
>(
  'living_app_sessions',
  `select session.id from unnest($1::bigint[], $3::bigint[]) as given (advisor_id, id)
   join (${withOwner}) on session.advisor_id = given.advisor_id and session.id = given.id where ${isAlive}`,
)

export const insertSession = statement<
  Omit<SessionRow, 'isToBeNoted'>,
  [advisorId: number, tokenHash: Buffer, lifeSeconds: number]
>(
  'insert_app_session',
  `insert into app_session as session (advisor_id, token_hash, expires_at)
   values ($1, $2, statement_timestamp() + make_interval(secs => $3)) returning ${columns}`,
)

/** A change that is under way is waited for, and one that comes waits and then finds the session. */
export const holdPassword = statement<object, [advisorId: number, passwordHash: string | null]>(
  'hold_password_of_advisor',
  'select from advisor where id = $1 and password_hash is not distinct from $2::text for share',
)

export const noteUse = statement<object, [advisorId: number, sessionId: number]>(
  'note_use_of_app_session',
  'update app_session set used_at = statement_timestamp() where advisor_id = $1 and id = $2',
)

export const replaceToken = statement<object, [advisorId: number, sessionId: number, tokenHash: Buffer]>(
  'replace_app_session_token',
  'update app_session set token_hash = $3 where advisor_id = $1 and id = $2',
)

export const deleteSession = statement<object, [advisorId: number, sessionId: number]>(
  'delete_app_session',
  'delete from app_session where advisor_id = $1 and id = $2',
)

export const deleteSessionByToken = statement<object, [tokenHash: Buffer]>(
  'delete_app_session_by_token',
  'delete from app_session where token_hash = $1',
)

export const deleteSessionsOf = statement<object, [advisorId: number, exceptSessionId: number | null]>(
  'delete_app_sessions_of_advisor',
  'delete from app_session where advisor_id = $1 and id is distinct from $2::bigint',
)

/** Those in which applications are allowed. There are few, and it is done rarely. */
export const deleteAuthorizationSessionsOf = statement<object, [advisorId: number]>(
  'delete_authorization_sessions_of_advisor',
  `delete from oauth_artifact where model = 'Session'
   and payload->>'accountId' = (select identifier from advisor where id = $1)`,
)

export const deleteExpiredBatch = statement<object, [batchSize: number]>(
  'delete_expired_app_sessions',
  `delete from app_session where (advisor_id, id) in (
     select advisor_id, id from app_session where expires_at < now()
     order by expires_at limit $1 for update skip locked)
   returning id`,
)
