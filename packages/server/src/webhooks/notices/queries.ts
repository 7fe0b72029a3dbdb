import { statement } from '../../platform/db/statement.ts'

export interface DueNotice {
  readonly applicationId: number
  readonly applicationName: string
  readonly clientId: string
  readonly endpointId: number
  readonly url: string
  readonly types: readonly string[] | null
  readonly advisorIds: readonly number[] | null
  readonly position: number
  readonly noticeEmail: string
  /** 0: it works again. */
  readonly stage: 0 | 1 | 2 | 3 | 4
  readonly pausedBecause: 'gone' | 'failing' | null
  /** Beginning of the outage. */
  readonly since: Date
  readonly parked: number
  /** Of the last attempt. Absent if it was deleted meanwhile. */
  readonly outcome: 'delivered' | 'refused' | 'timeout' | 'unreachable' | null
  readonly httpStatus: number | null
  readonly error: string | null
}

/**
 * The stage of each endpoint, of which those are due that were not told in this outage. It works again when something was
 * delivered after the last notice: whoever resumes it only hopes so. Endpoints of a disabled application wait, and their
 * developers are not told how long.
 */
const due = `select endpoint.application_id as "applicationId", application.name as "applicationName",
     client_id as "clientId", endpoint.id as "endpointId", url, types, advisor_ids as "advisorIds", position,
     notice_email as "noticeEmail", stage, paused_because as "pausedBecause", coalesce(failing_since, notice_outage) as since,
     (select count(*) from webhook_parked as parked where parked.application_id = endpoint.application_id
       and parked.endpoint_id = endpoint.id and missed_at is null) as parked,
     last.outcome, last.http_status as "httpStatus", last.error
   from webhook_endpoint as endpoint
   join application on application.id = endpoint.application_id and application.active
   cross join lateral (select case
     when status = 'paused' and paused_because in ('gone', 'failing') then 4
     when status = 'failing' and failing_since <= $1::timestamptz - interval '48 hours' then 3
     when status = 'failing' and failing_since <= $1::timestamptz - interval '24 hours' then 2
     when status = 'failing' and failing_since <= $1::timestamptz - interval '1 hour' then 1
     when status = 'active' and delivered_at > noticed_at then 0
   end as stage) as told
   left join lateral (
     select outcome, http_status, error from webhook_attempt as attempt
     where attempt.application_id = endpoint.application_id and attempt.endpoint_id = endpoint.id
     order by at desc limit 1
   ) as last on true
   where notice_email is not null and replay_of is null and stage is not null and case
     when stage = 0 then notice_stage > 0
     else stage > notice_stage or notice_outage is distinct from failing_since
   end`

export const dueNotices = statement<DueNotice, [now: Date, limit: number]>(
  'webhook_due_notices',
  `${due} order by endpoint.id limit $2`,
)

/** Still due, and nobody else writes it now. */
export const lockDueNotice = statement<DueNotice, [now: Date, applicationId: number, endpointId: number]>(
  'lock_due_webhook_notice',
  `${due} and endpoint.application_id = $2 and endpoint.id = $3 for no key update of endpoint skip locked`,
)

export const noteNotice = statement<
  object,
  [applicationId: number, endpointId: number, stage: number, now: Date]
>(
  'note_webhook_notice',
  `update webhook_endpoint set notice_stage = $3::smallint, noticed_at = $4,
     notice_outage = case when $3::smallint = 0 then null else failing_since end
   where application_id = $1 and id = $2`,
)
