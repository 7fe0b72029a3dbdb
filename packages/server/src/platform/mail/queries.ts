import { statement } from '../db/statement.ts'

export const insertMail = statement<
  object,
  [purpose: string, recipient: string, subject: string, body: string, now: Date, expiresAt: Date]
>(
  'insert_mail',
  `insert into mail (purpose, recipient, subject, body, next_at, expires_at) values ($1, $2, $3, $4, $5, $6)`,
)

export interface ClaimedMail {
  readonly id: number
  readonly purpose: string
  readonly recipient: string
  readonly subject: string
  readonly body: string
  readonly attempts: number
}

/** Plans the next attempt before this one is made: what a worker claims and never reports is tried again then. */
export const claimMail = statement<ClaimedMail, [now: Date, retrySeconds: readonly number[], limit: number]>(
  'claim_mail',
  `update mail set attempts = attempts + 1,
     next_at = $1::timestamptz + make_interval(secs => ($2::integer[])[least(attempts + 1, cardinality($2))])
   where id in (
     select id from mail where outcome is null and next_at <= $1 and expires_at > $1
     order by next_at limit $3 for update skip locked
   )
   returning id, purpose, recipient, subject, body, attempts`,
)

export const endMail = statement<
  object,
  [mailId: number, outcome: 'sent' | 'refused', failure: string | null, now: Date]
>(
  'end_mail',
  `update mail set outcome = $2, failure = $3, ended_at = $4, body = null where id = $1 and outcome is null`,
)

export const noteFailure = statement<object, [mailId: number, failure: string]>(
  'note_mail_failure',
  'update mail set failure = $2 where id = $1 and outcome is null',
)

export const expireMail = statement<{ readonly purpose: string }, [now: Date]>(
  'expire_mail',
  `update mail set outcome = 'expired', ended_at = $1, body = null where outcome is null and expires_at <= $1
   returning purpose`,
)

export const deleteMailBefore = statement<{ readonly deleted: number }, [limit: number]>(
  'delete_old_mail',
  `with deleted as (
     delete from mail where id = any (array(
       select id from mail where created_at < now() - interval '30 days' and outcome is not null limit $1
     )) returning id
   ) select count(*) as deleted from deleted`,
)

export const countWaitingMail = statement<{ readonly waiting: number }>(
  'count_waiting_mail',
  'select count(*) as waiting from mail where outcome is null',
)
