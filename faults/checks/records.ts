import type { Database } from '../../packages/server/src/platform/db/pool.ts'

export interface MessageRow {
  readonly advisorId: number
  readonly id: number
  readonly memberId: number
  readonly direction: 'out' | 'in'
  readonly kind: string
  readonly number: string
  readonly phone: string
  readonly text: string
  readonly status: string
  readonly reason: string | null
  readonly consentVersion: number
}

export interface ConsentRow {
  readonly advisorId: number
  readonly memberId: number
  readonly version: number
  readonly event: string
  readonly after: string
  readonly evidence: { readonly inFlight?: readonly number[]; readonly carrierMessageId?: string }
  readonly committedAtMs: number
}

interface MemberRow {
  readonly advisorId: number
  readonly id: number
  readonly phone: string
  readonly consent: string
}

interface CarrierRow {
  readonly id: number
  readonly reference: string
  readonly number: string
  readonly phone: string
  readonly text: string
  readonly createdAtMs: number
}

/** Final records of database and carrier, read with the checks' own statements. */
export interface Records {
  readonly messages: ReadonlyMap<number, MessageRow>
  /** Outgoing messages by text. */
  readonly outgoing: ReadonlyMap<string, readonly MessageRow[]>
  /** When the acceptance of a message was committed. */
  readonly acceptedAtMs: ReadonlyMap<number, number>
  readonly consents: ReadonlyMap<number, readonly ConsentRow[]>
  readonly members: ReadonlyMap<string, MemberRow>
  /** Message id of a reply, by the carrier's id. */
  readonly inbound: ReadonlyMap<string, number>
  /** Texts the carrier accepted, by our reference, which is the message id. */
  readonly taken: ReadonlyMap<number, CarrierRow>
}

const epochMs = (expression: string): string => `extract(epoch from ${expression})::float8 * 1000`

export async function readRecords(observer: Database, carrier: Database): Promise<Records> {
  const { rows: messages } = await observer.query<MessageRow>(
    `select advisor_id as "advisorId", id, member_id as "memberId", direction, kind, number, phone, text, status,
       reason, consent_version as "consentVersion"
     from message_status`,
  )
  const { rows: accepted } = await observer.query<{ id: number; at: number }>(
    `select subject_id as id, ${epochMs('pg_xact_commit_timestamp(xmin)')} as at
     from journal where kind = 'message.accepted'`,
  )
  const { rows: consents } = await observer.query<ConsentRow>(
    `select advisor_id as "advisorId", member_id as "memberId", version, event, state_after as after, evidence,
       ${epochMs('pg_xact_commit_timestamp(xmin)')} as "committedAtMs"
     from consent_event order by advisor_id, member_id, version`,
  )
  const { rows: members } = await observer.query<MemberRow>(
    'select advisor_id as "advisorId", id, phone, consent from member',
  )
  const { rows: inbound } = await observer.query<{ name: string; id: number }>(
    'select carrier_message_id as name, message_id as id from inbound_text',
  )
  const { rows: taken } = await carrier.query<CarrierRow>(
    `select id, reference, number, phone, text, ${epochMs('created_at')} as "createdAtMs"
     from simulator_text where reference is not null`,
  )
  const byId = new Map(messages.map(message => [message.id, message]))
  return {
    messages: byId,
    outgoing: Map.groupBy(
      messages.filter(({ direction }) => direction === 'out'),
      ({ text }) => text,
    ),
    acceptedAtMs: new Map(accepted.map(({ id, at }) => [id, at])),
    consents: Map.groupBy(consents, ({ memberId }) => memberId),
    members: new Map(members.map(member => [`${member.advisorId} ${member.phone}`, member])),
    inbound: new Map(inbound.map(({ name, id }) => [name, id])),
    taken: new Map(taken.map(row => [Number(row.reference), row])),
  }
}
