import { statement } from '../../platform/db/statement.ts'

/** Who may have a console: an active application that may manage endpoints. */
const mayEnter = `application.active and 'events.manage' = any (application.scopes)`

export const insertLink = statement<
  { readonly expiresAt: Date },
  [applicationId: number, tokenHash: Buffer, lifeSeconds: number]
>(
  'insert_console_link',
  `insert into console_link (application_id, token_hash, expires_at)
   select id, $2, now() + make_interval(secs => $3) from application where id = $1 and ${mayEnter}
   returning expires_at as "expiresAt"`,
)

export interface ConsoleApplication {
  readonly applicationId: number
  readonly name: string
  readonly clientId: string
}

const link = `console_link join application on application.id = application_id
   where token_hash = $1 and used_at is null and expires_at > now() and ${mayEnter}`

export const linkByToken = statement<ConsoleApplication, [tokenHash: Buffer]>(
  'console_link_by_token',
  `select application_id as "applicationId", name, client_id as "clientId" from ${link}`,
)

/** One of several that use it at the same time succeeds. */
export const useLink = statement<{ readonly applicationId: number }, [tokenHash: Buffer]>(
  'use_console_link',
  `update console_link set used_at = now()
   where token_hash = $1 and used_at is null and expires_at > now()
     and exists (select from application where application.id = application_id and ${mayEnter})
   returning application_id as "applicationId"`,
)

export const insertSession = statement<
  object,
  [applicationId: number, tokenHash: Buffer, lifeSeconds: number]
>(
  'insert_console_session',
  `insert into console_session (application_id, token_hash, expires_at)
   values ($1, $2, now() + make_interval(secs => $3))`,
)

export const sessionByToken = statement<ConsoleApplication, [tokenHash: Buffer]>(
  'console_session_by_token',
  `select application_id as "applicationId", name, client_id as "clientId"
   from console_session join application on application.id = application_id
   where token_hash = $1 and expires_at > now() and ${mayEnter}`,
)

export const deleteSession = statement<object, [tokenHash: Buffer]>(
  'delete_console_session',
  'delete from console_session where token_hash = $1',
)

export const deleteExpiredLinks = statement<{ readonly deleted: number }, [limit: number]>(
  'delete_expired_console_links',
  `with deleted as (
     delete from console_link where token_hash = any (array(
       select token_hash from console_link where expires_at <= now() limit $1
     )) returning token_hash
   ) select count(*) as deleted from deleted`,
)

export const deleteExpiredSessions = statement<{ readonly deleted: number }, [limit: number]>(
  'delete_expired_console_sessions',
  `with deleted as (
     delete from console_session where token_hash = any (array(
       select token_hash from console_session where expires_at <= now() limit $1
     )) returning token_hash
   ) select count(*) as deleted from deleted`,
)

export interface HourRow {
  readonly endpointId: number
  /** 0: the oldest of the last 24. */
  readonly hour: number
  readonly delivered: number
  readonly failed: number
}

/** Up to a thousand attempts of each hour are counted, so that a busy endpoint costs no more. */
export const deliveriesByHour = statement<HourRow, [applicationId: number, endpointId: number | null]>(
  'webhook_deliveries_by_hour',
  `select endpoint.id as "endpointId", hour, delivered, failed
   from webhook_endpoint as endpoint
   cross join generate_series(0, 23) as hour
   cross join lateral (
     select count(*) filter (where outcome = 'delivered') as delivered,
       count(*) filter (where outcome <> 'delivered') as failed
     from (
       select outcome from webhook_attempt as attempt
       where attempt.application_id = endpoint.application_id and attempt.endpoint_id = endpoint.id
         and at > now() - make_interval(hours => 24 - hour) and at <= now() - make_interval(hours => 23 - hour)
       limit 1000
     ) as counted
   ) as counts
   where endpoint.application_id = $1 and ($2::bigint is null or endpoint.id = $2) and replay_of is null
   order by endpoint.id, hour`,
)

export interface SecretWithTimes {
  readonly kind: 'hmac' | 'ed25519'
  readonly encrypted: Buffer
  readonly endpointId: number
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly isExpired: boolean
}

/** Newest first, also those that no longer sign. */
export const allSecretsOf = statement<SecretWithTimes, [applicationId: number, endpointId: number]>(
  'all_webhook_secrets',
  `select kind, encrypted, endpoint_id as "endpointId", created_at as "createdAt", expires_at as "expiresAt",
     coalesce(expires_at <= now(), false) as "isExpired"
   from webhook_secret where application_id = $1 and endpoint_id = $2 order by id desc limit 10`,
)

/**
 * How long the oldest event waits that an endpoint has not got, parked ones included. Null: none waits. A worker moves an idle endpoint
 * along every ten seconds, so less than that means nothing. Nobody allows the application: then its endpoints stand still.
 */
export const lagOfEndpoints = statement<
  { readonly endpointId: number; readonly lagSeconds: number | null },
  [applicationId: number]
>(
  'webhook_lag_of_endpoints',
  `select endpoint.id as "endpointId",
     extract(epoch from now() - least(next_entry.occurred_at, parked_entry.occurred_at))::float8 as "lagSeconds"
   from webhook_endpoint as endpoint
   left join log_entry as next_entry on next_entry.log_index = endpoint.position and exists (
     select from living_authorization where living_authorization.application_id = endpoint.application_id
   )
   left join log_entry as parked_entry on parked_entry.log_index = (
     select min(parked.position) - 1 from webhook_parked as parked
     where parked.application_id = endpoint.application_id and parked.endpoint_id = endpoint.id and missed_at is null
   )
   where endpoint.application_id = $1 and replay_of is null`,
)

export const deleteLinks = statement<object>(
  'delete_console_links',
  'delete from console_link returning application_id',
)

export const deleteSessions = statement<object>(
  'delete_console_sessions',
  'delete from console_session returning application_id',
)
