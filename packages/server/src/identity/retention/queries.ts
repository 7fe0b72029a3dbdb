import { statement } from '../../platform/db/statement.ts'

interface Deleted {
  readonly deleted: number
}

/** The journal records when each was issued and when it ended. */
const keptFor = `interval '90 days'`

export const deleteExpiredSecrets = statement<Deleted, [limit: number]>(
  'delete_expired_client_secrets',
  `with gone as (
     delete from client_secret where ctid = any (array(
       select ctid from client_secret where expires_at < now() - ${keptFor} limit $1
     )) returning 1
   ) select count(*) as deleted from gone`,
)

/** Includes the private key. By then the last token that it signed has been expired for weeks. */
export const deleteRetiredKeys = statement<Deleted, [limit: number]>(
  'delete_retired_signing_keys',
  `with gone as (
     delete from signing_key where ctid = any (array(
       select ctid from signing_key where retired_at < now() - interval '30 days' limit $1
     )) returning 1
   ) select count(*) as deleted from gone`,
)

/**
 * Not while a scheduled text of the application depends on it: without any grant here the application would look authorized by
 * an external issuer, and its texts would be sent again.
 */
export const deleteEndedGrants = statement<Deleted, [limit: number]>(
  'delete_ended_authorization_grants',
  `with gone as (
     delete from authorization_grant where ctid = any (array(
       select given.ctid from authorization_grant as given
       where least(given.revoked_at, given.expires_at) < now() - ${keptFor} and not exists (
         select from schedule where schedule.advisor_id = given.advisor_id
           and schedule.application_id = given.application_id and schedule.next_at is not null
       ) limit $1
     )) returning 1
   ) select count(*) as deleted from gone`,
)

/**
 * An application that refreshes every 15 minutes leaves 96 used tokens a day. Reusing one within a week revokes the whole
 * grant; after that it is rejected like any unknown one.
 */
export const deleteUsedTokens = statement<Deleted, [limit: number]>(
  'delete_used_refresh_tokens',
  `with gone as (
     delete from oauth_artifact where ctid = any (array(
       select ctid from oauth_artifact
       where model = 'RefreshToken' and consumed_at < now() - interval '7 days' limit $1
     )) returning 1
   ) select count(*) as deleted from gone`,
)
