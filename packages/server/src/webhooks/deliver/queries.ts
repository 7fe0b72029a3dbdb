import { statement } from '../../platform/db/statement.ts'

export interface LeasedEndpoint {
  readonly applicationId: number
  readonly endpointId: number
  readonly url: string
  readonly types: readonly string[] | null
  readonly advisorIds: readonly number[] | null
  readonly eventsPerSecond: number | null
  readonly status: 'active' | 'failing'
  readonly position: number
  readonly failures: number
  readonly failingSince: Date | null
  readonly probes: number
  readonly probeAt: Date | null
  readonly epoch: number
  readonly replayOf: number | null
  /** A replay ends here. */
  readonly endsAt: number | null
}

/**
 * Those that nobody holds, and those of this holder that were changed meanwhile. Whoever had them before records nothing any more
 * but attempts. Endpoints of a disabled application wait where they are.
 */
export const leaseEndpoints = statement<
  LeasedEndpoint,
  [leaseSeconds: number, limit: number, holder: string, excludedIds: readonly number[]]
>(
  'lease_webhook_endpoints',
  `update webhook_endpoint
   set lease_until = now() + make_interval(secs => $1), epoch = epoch + 1, holder = $3
   where (application_id, id) in (
     select application_id, id from webhook_endpoint
     where status in ('active', 'failing') and id <> all ($4::bigint[])
       and (lease_until is null or lease_until < now() or holder = $3)
       and exists (select from application where application.id = application_id and active)
     order by lease_until nulls first limit $2 for no key update skip locked
   )
   returning application_id as "applicationId", id as "endpointId", url, types, advisor_ids as "advisorIds",
     events_per_second as "eventsPerSecond", status, position, failures, failing_since as "failingSince", probes,
     probe_at as "probeAt", epoch, replay_of as "replayOf", ends_at as "endsAt"`,
)

/**
 * Frees the endpoints of holders that have renewed nothing for a while and whose session is gone: its lock can be taken. Whoever
 * lives renews every two seconds.
 */
export const freeLeasesOfDead = statement<
  object,
  [leaseSeconds: number, silentSeconds: number, holder: string]
>(
  'free_leases_of_dead_workers',
  `with silent as materialized (
     select distinct holder from webhook_endpoint
     where lease_until > now() and lease_until < now() + make_interval(secs => $1::integer - $2::integer) and holder <> $3
   ), dead as materialized (
     select holder from silent where pg_try_advisory_xact_lock(hashtextextended(holder::text, 0))
   )
   update webhook_endpoint set lease_until = null
   from dead
   where webhook_endpoint.holder = dead.holder and lease_until < now() + make_interval(secs => $1::integer - $2::integer)`,
)

type Held = [applicationIds: readonly number[], endpointIds: readonly number[], epochs: readonly number[]]

/** Those that are still held, and not paused or changed in the meantime. */
export const renewLeases = statement<{ readonly endpointId: number }, [...Held, leaseSeconds: number]>(
  'renew_webhook_leases',
  `update webhook_endpoint set lease_until = now() + make_interval(secs => $4)
   from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as held (application_id, endpoint_id, epoch)
   where webhook_endpoint.application_id = held.application_id and id = held.endpoint_id
     and webhook_endpoint.epoch = held.epoch
     and exists (select from application where application.id = held.application_id and active)
   returning id as "endpointId"`,
)

export const endLeases = statement<object, Held>(
  'end_webhook_leases',
  `update webhook_endpoint set lease_until = null
   from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as held (application_id, endpoint_id, epoch)
   where webhook_endpoint.application_id = held.application_id and id = held.endpoint_id
     and webhook_endpoint.epoch = held.epoch`,
)

export interface ParkedRow {
  readonly applicationId: number
  readonly endpointId: number
  readonly position: number
  readonly advisorId: number
  readonly lane: string
  readonly attempts: number
  readonly nextAt: Date
  readonly isMissed: boolean
}

/** Those that wait, and those that were given up beyond the endpoint's position. */
export const parkedOfEndpoints = statement<
  ParkedRow,
  [applicationIds: readonly number[], endpointIds: readonly number[], positions: readonly number[]]
>(
  'webhook_parked_events',
  `select application_id as "applicationId", endpoint_id as "endpointId", webhook_parked.position,
     advisor_id as "advisorId", lane, attempts, next_at as "nextAt", missed_at is not null as "isMissed"
   from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as held (application_id, endpoint_id, position)
   join webhook_parked using (application_id, endpoint_id)
   where missed_at is null or webhook_parked.position > held.position
   order by webhook_parked.position`,
)

/** Delivered, although the endpoint's position is not beyond them yet. */
export const deliveredBeyond = statement<
  { readonly applicationId: number; readonly endpointId: number; readonly position: number },
  [applicationIds: readonly number[], endpointIds: readonly number[], positions: readonly number[]]
>(
  'webhook_delivered_beyond',
  `select held.application_id as "applicationId", held.endpoint_id as "endpointId", webhook_attempt.position
   from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as held (application_id, endpoint_id, position)
   join webhook_endpoint on webhook_endpoint.application_id = held.application_id and id = held.endpoint_id
   join webhook_attempt on webhook_attempt.application_id = held.application_id
     and webhook_attempt.endpoint_id = held.endpoint_id
   where webhook_attempt.position > held.position and at >= begun_at and outcome = 'delivered'`,
)

export const isApplicationActive = statement<{ readonly active: boolean }, [applicationId: number]>(
  'webhook_application_is_active',
  'select active from application where id = $1',
)

/** Applications that these advisors allow or have allowed. */
export const applicationsOfAdvisors = statement<
  { readonly applicationId: number },
  [advisorIds: readonly number[]]
>(
  'webhook_applications_of_advisors',
  `select distinct application_id as "applicationId" from authorization_grant where advisor_id = any ($1::bigint[])
   union
   select distinct firm_authorization.application_id from advisor
   join firm_authorization on firm_authorization.firm_id = advisor.firm_id
   where advisor.id = any ($1::bigint[])`,
)

/**
 * All effects of many endpoints as one statement. An endpoint whose epoch has changed gets none of them but the attempts: they
 * were made, and what was delivered is not delivered again.
 */
export const recordDeliveries = statement<
  { readonly endpointId: number },
  [endpoints: string, attempts: string, parked: string, unparked: string]
>(
  'record_webhook_deliveries',
  `with given as (
     select * from json_to_recordset($1::json) as given (
       "applicationId" bigint, "endpointId" bigint, epoch bigint, position bigint, status text, "pausedBecause" text,
       failures integer, "failingSince" timestamptz, probes integer, "probeAt" timestamptz, "deliveredAt" timestamptz
     )
   ), kept as (
     update webhook_endpoint set position = greatest(webhook_endpoint.position, given.position), status = given.status,
       paused_because = given."pausedBecause", failures = given.failures, failing_since = given."failingSince",
       probes = given.probes, probe_at = given."probeAt",
       delivered_at = coalesce(given."deliveredAt", delivered_at)
     from given
     where webhook_endpoint.application_id = given."applicationId" and id = given."endpointId"
       and webhook_endpoint.epoch = given.epoch
     returning application_id, id
   ), attempted as (
     insert into webhook_attempt (application_id, endpoint_id, position, attempt, at, advisor_id, event_id, type, outcome,
       http_status, error, milliseconds)
     select "applicationId", coalesce("replayOf", "endpointId"), made.position, attempt, at, "advisorId", "eventId", type,
       outcome, "httpStatus", error, milliseconds
     from json_to_recordset($2::json) as made (
       "applicationId" bigint, "endpointId" bigint, "replayOf" bigint, position bigint, attempt integer, at timestamptz,
       "advisorId" bigint, "eventId" text, type text, outcome text, "httpStatus" integer, error text, milliseconds integer
     )
     join webhook_endpoint as living
       on living.application_id = "applicationId" and living.id = coalesce("replayOf", "endpointId")
     on conflict do nothing
   ), unparked as (
     delete from webhook_parked using json_to_recordset($4::json) as gone (
       "applicationId" bigint, "endpointId" bigint, position bigint
     )
     join kept on kept.application_id = "applicationId" and kept.id = "endpointId"
     where webhook_parked.application_id = "applicationId" and webhook_parked.endpoint_id = "endpointId"
       and webhook_parked.position = gone.position
   ), parked as (
     insert into webhook_parked (application_id, endpoint_id, position, advisor_id, lane, attempts, next_at, missed_at)
     select "applicationId", "endpointId", position, "advisorId", lane, attempts, "nextAt", "missedAt"
     from json_to_recordset($3::json) as parked (
       "applicationId" bigint, "endpointId" bigint, position bigint, "advisorId" bigint, lane text, attempts integer,
       "nextAt" timestamptz, "missedAt" timestamptz
     )
     join kept on kept.application_id = "applicationId" and kept.id = "endpointId"
     on conflict (application_id, endpoint_id, position)
     do update set attempts = excluded.attempts, next_at = excluded.next_at, missed_at = excluded.missed_at
   )
   select id as "endpointId" from kept`,
)

/** Replays that are through. */
export const deleteReplays = statement<
  object,
  [applicationIds: readonly number[], endpointIds: readonly number[], epochs: readonly number[]]
>(
  'delete_webhook_replays',
  `delete from webhook_endpoint using unnest($1::bigint[], $2::bigint[], $3::bigint[]) as held (application_id, endpoint_id, epoch)
   where webhook_endpoint.application_id = held.application_id and id = held.endpoint_id
     and webhook_endpoint.epoch = held.epoch and replay_of is not null`,
)

export const deleteAttemptsBefore = statement<object, [keptDays: number, limit: number]>(
  'delete_old_webhook_attempts',
  `delete from webhook_attempt where ctid = any (array(
     select ctid from webhook_attempt where at < now() - make_interval(days => $1) limit $2
   )) returning position`,
)

export interface WebhookState {
  readonly lagSeconds: number
  readonly failing: number
  readonly paused: number
  readonly parked: number
}

/**
 * Of all endpoints of active applications. The lag is that of endpoints that work: how long the next entry of the log waits for them.
 * Endpoints of an application that nobody allows stand still, and what waits for a receiver that fails is its own delay.
 */
export const webhookState = statement<WebhookState>(
  'webhook_state',
  `select coalesce(max(extract(epoch from now() - next_entry.occurred_at)), 0)::float8 as "lagSeconds",
     count(*) filter (where status = 'failing') as failing,
     count(*) filter (where paused_because in ('gone', 'failing')) as paused,
     (select count(*) from webhook_parked where missed_at is null) as parked
   from webhook_endpoint as endpoint
   join application on application.id = endpoint.application_id and application.active
   left join log_entry as next_entry on status = 'active' and next_entry.log_index = endpoint.position and exists (
     select from living_authorization where living_authorization.application_id = endpoint.application_id
   )
   where replay_of is null`,
)
