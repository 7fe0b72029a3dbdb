import { statement } from '../../platform/db/statement.ts'

/** Of these members, those whose open request has not been given to the carrier yet. */
export const queuedRequests = statement<
  { readonly memberId: number },
  [advisorId: number, memberIds: readonly number[]]
>(
  'queued_consent_requests',
  `select member.id as "memberId" from member
   join consent_event as asked on asked.advisor_id = member.advisor_id and asked.member_id = member.id
     and asked.version = member.consent_version
   join message_status as request on request.advisor_id = member.advisor_id
     and request.id = (asked.evidence ->> 'messageId')::bigint and request.status = 'accepted'
   where member.advisor_id = $1 and member.id = any($2::bigint[]) and member.consent = 'pending'`,
)
