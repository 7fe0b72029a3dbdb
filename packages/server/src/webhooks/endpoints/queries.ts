import { statement } from '../../platform/db/statement.ts'

export interface EndpointSettings {
  readonly url: string
  readonly types: readonly string[] | null
  readonly advisorIds: readonly number[] | null
  readonly eventsPerSecond: number | null
  readonly noticeEmail: string | null
}

export interface EndpointRow {
  readonly endpointId: number
  readonly url: string
  readonly types: readonly string[] | null
  readonly advisors: readonly string[] | null
  readonly eventsPerSecond: number | null
  readonly noticeEmail: string | null
  readonly status: 'untested' | 'active' | 'failing' | 'paused'
  readonly pausedBecause: 'asked' | 'gone' | 'failing' | null
  readonly position: number
  readonly logSize: number
  readonly parked: number
  readonly missed: number
  readonly failingSince: Date | null
  readonly deliveredAt: Date | null
  readonly createdAt: Date
}

const shown = `select endpoint.id as "endpointId", url, types, (
     select array_agg(identifier order by identifier) from advisor where advisor.id = any (advisor_ids)
   ) as advisors, events_per_second as "eventsPerSecond",
   notice_email as "noticeEmail", status, paused_because as "pausedBecause", position,
   (select size from log_head) as "logSize",
   (select count(*) from webhook_parked as parked where parked.application_id = endpoint.application_id
     and parked.endpoint_id = endpoint.id and missed_at is null) as parked,
   (select count(*) from webhook_parked as parked where parked.application_id = endpoint.application_id
     and parked.endpoint_id = endpoint.id and missed_at is not null) as missed,
   failing_since as "failingSince", delivered_at as "deliveredAt", created_at as "createdAt"
   from webhook_endpoint as endpoint where application_id = $1 and replay_of is null`

export const endpointsOf = statement<EndpointRow, [applicationId: number]>(
  'webhook_endpoints_of_application',
  `${shown} order by id`,
)

export const endpointById = statement<EndpointRow, [applicationId: number, endpointId: number]>(
  'webhook_endpoint_by_id',
  `${shown} and id = $2`,
)

/** Two creations of one application come one after the other, so that the limit holds. */
export const countEndpoints = statement<{ readonly endpoints: number }, [applicationId: number]>(
  'count_webhook_endpoints',
  `select (select count(*) from webhook_endpoint where application_id = $1 and replay_of is null) as endpoints
   from application where id = $1 for no key update`,
)

type Settings = [
  url: string,
  types: readonly string[] | null,
  advisorIds: readonly number[] | null,
  eventsPerSecond: number | null,
  noticeEmail: string | null,
]

/** From now on. */
export const insertEndpoint = statement<
  { readonly endpointId: number },
  [applicationId: number, ...Settings, status: 'untested' | 'active']
>(
  'insert_webhook_endpoint',
  `insert into webhook_endpoint (application_id, url, types, advisor_ids, events_per_second, notice_email, status, position)
   select $1, $2, $3, $4, $5, $6, $7, size from log_head
   returning id as "endpointId"`,
)

/** Whoever delivers lands what is under way, and begins again with what is set here. */
const anew = 'epoch = epoch + 1'

export const lockSettings = statement<EndpointSettings, [applicationId: number, endpointId: number]>(
  'lock_webhook_endpoint_settings',
  `select url, types, advisor_ids as "advisorIds", events_per_second as "eventsPerSecond", notice_email as "noticeEmail"
   from webhook_endpoint where application_id = $1 and id = $2 and replay_of is null for no key update`,
)

export const changeEndpoint = statement<
  object,
  [applicationId: number, endpointId: number, ...Settings, needsTest: boolean]
>(
  'change_webhook_endpoint',
  `update webhook_endpoint set url = $3, types = $4, advisor_ids = $5, events_per_second = $6,
     notice_email = $7, status = case when url <> $3 and $8 then 'untested' else status end,
     paused_because = case when url <> $3 and $8 then null else paused_because end, ${anew}
   where application_id = $1 and id = $2 and replay_of is null`,
)

export const deleteEndpoint = statement<
  { readonly endpointId: number },
  [applicationId: number, endpointId: number]
>(
  'delete_webhook_endpoint',
  `delete from webhook_endpoint where application_id = $1 and id = $2 and replay_of is null
   returning id as "endpointId"`,
)

/** Its replays, too. */
export const pauseEndpoint = statement<object, [applicationId: number, endpointId: number]>(
  'pause_webhook_endpoint',
  `update webhook_endpoint set status = 'paused', paused_because = 'asked', ${anew}
   where application_id = $1 and (id = $2 or replay_of = $2) and status in ('active', 'failing')`,
)

export const resumeEndpoint = statement<
  { readonly endpointId: number },
  [applicationId: number, endpointId: number, position: number | null]
>(
  'resume_webhook_endpoint',
  `update webhook_endpoint set status = 'active', paused_because = null, failures = 0, failing_since = null, probes = 0,
     probe_at = null, position = case when id = $2 then coalesce($3, position) else position end,
     begun_at = case when id = $2 and $3::bigint is not null then now() else begun_at end, ${anew}
   where application_id = $1 and (id = $2 or replay_of = $2) and status in ('paused', 'failing')
   returning id as "endpointId"`,
)

/** They would go on with what was set before. */
export const deleteReplays = statement<object, [applicationId: number, endpointId: number]>(
  'delete_webhook_replays_of_endpoint',
  'delete from webhook_endpoint where application_id = $1 and replay_of = $2',
)

export const countReplays = statement<
  { readonly replays: number },
  [applicationId: number, endpointId: number]
>(
  'count_webhook_replays',
  'select count(*) as replays from webhook_endpoint where application_id = $1 and replay_of = $2',
)

/** An endpoint that begins elsewhere forgets what waits there. */
export const forgetParked = statement<object, [applicationId: number, endpointId: number]>(
  'forget_parked_webhook_events',
  'delete from webhook_parked where application_id = $1 and endpoint_id = $2 and missed_at is null',
)

export const activateTested = statement<object, [applicationId: number, endpointId: number, url: string]>(
  'activate_tested_webhook_endpoint',
  `update webhook_endpoint set status = 'active' where application_id = $1 and id = $2 and status = 'untested' and url = $3`,
)

export const insertSecret = statement<
  { readonly secretId: number },
  [applicationId: number, endpointId: number, kind: 'hmac' | 'ed25519', encrypted: Buffer]
>(
  'insert_webhook_secret',
  `insert into webhook_secret (application_id, endpoint_id, kind, encrypted) values ($1, $2, $3, $4)
   returning id as "secretId"`,
)

export const secretById = statement<
  { readonly kind: 'hmac' | 'ed25519'; readonly encrypted: Buffer },
  [applicationId: number, endpointId: number, secretId: number]
>(
  'webhook_secret_by_id',
  'select kind, encrypted from webhook_secret where application_id = $1 and endpoint_id = $2 and id = $3',
)

/** Those that were valid for longer end when the overlap does. */
export const endSecrets = statement<
  object,
  [applicationId: number, endpointId: number, kind: 'hmac' | 'ed25519', overlapSeconds: number]
>(
  'end_webhook_secrets',
  `update webhook_secret set expires_at = least(expires_at, now() + make_interval(secs => $4))
   where application_id = $1 and endpoint_id = $2 and kind = $3`,
)

export const restartDelivery = statement<object, [applicationId: number, endpointId: number]>(
  'restart_webhook_delivery',
  `update webhook_endpoint set ${anew} where application_id = $1 and (id = $2 or replay_of = $2)`,
)

export const retryMissed = statement<
  { readonly position: number },
  [applicationId: number, endpointId: number]
>(
  'retry_missed_webhook_events',
  `update webhook_parked set missed_at = null, attempts = 0, next_at = now()
   where application_id = $1 and endpoint_id = $2 and missed_at is not null returning position`,
)

export const insertReplay = statement<
  { readonly endpointId: number },
  [applicationId: number, endpointId: number, from: number, to: number]
>(
  'insert_webhook_replay',
  `insert into webhook_endpoint (application_id, url, types, advisor_ids, events_per_second, status, position, replay_of, ends_at)
   select application_id, url, types, advisor_ids, events_per_second, 'active', $3, id, $4
   from webhook_endpoint where application_id = $1 and id = $2
   returning id as "endpointId"`,
)

export const timeOfEntry = statement<{ readonly at: Date }, [logIndex: number]>(
  'time_of_log_entry',
  'select occurred_at as at from log_entry where log_index = $1',
)

export const advisorsByIdentifier = statement<
  { readonly id: number; readonly identifier: string },
  [applicationId: number, identifiers: readonly string[]]
>(
  'webhook_advisors_by_identifier',
  `select advisor.id, identifier from advisor
   where identifier = any ($2::text[]) and exists (
     select from living_authorization where living_authorization.advisor_id = advisor.id and application_id = $1
   )`,
)

export interface DeliveryRow {
  readonly eventId: string
  readonly type: string
  readonly attempt: number
  readonly outcome: 'delivered' | 'refused' | 'timeout' | 'unreachable'
  readonly httpStatus: number | null
  readonly error: string | null
  readonly milliseconds: number
  readonly at: Date
  readonly position: number
}

export const deliveriesOf = statement<
  DeliveryRow,
  [
    applicationId: number,
    endpointId: number,
    outcome: string | null,
    before: Date,
    beforePosition: number,
    limit: number,
  ]
>(
  'webhook_deliveries',
  `select event_id as "eventId", type, attempt, outcome, http_status as "httpStatus", error, milliseconds, at, position
   from webhook_attempt
   where application_id = $1 and endpoint_id = $2 and ($3::text is null or outcome = $3)
     and at <= $4 and (at, position) < ($4, $5)
   order by at desc, position desc limit $6`,
)

/** Those that get events about the advisor. Paused ones get them later. */
export const webhooksAbout = statement<
  {
    readonly applicationId: number
    readonly url: string
    readonly types: readonly string[] | null
    readonly since: Date
  },
  [advisorId: number]
>(
  'webhooks_about_advisor',
  `select endpoint.application_id as "applicationId", url, types,
     greatest(endpoint.created_at, allowed.granted_at) as since
   from (
     select application_id, min(granted_at) as granted_at from living_authorization where advisor_id = $1 group by 1
   ) as allowed
   join webhook_endpoint as endpoint on endpoint.application_id = allowed.application_id
   where replay_of is null and status <> 'untested' and (advisor_ids is null or $1 = any (advisor_ids))
   order by endpoint.id`,
)
