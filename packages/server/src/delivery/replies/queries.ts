import { statement } from '../../platform/db/statement.ts'

/** The advisor who has the number or had it last: a STOP to a released number still counts. */
export const advisorByNumber = statement<{ readonly advisorId: number }, [number: string]>(
  'advisor_by_texting_number',
  `select advisor_id as "advisorId" from texting_number where number = $1
   order by active desc, created_at desc, advisor_id limit 1`,
)

/** Returns no row if the carrier has delivered it before. */
export const insertInbound = statement<
  { readonly carrier: string },
  [
    carrier: string,
    carrierMessageId: string,
    advisorId: number | null,
    messageId: number | null,
    stray: string | null,
    isPart: boolean,
  ]
>(
  'insert_inbound',
  `insert into inbound_text (carrier, carrier_message_id, advisor_id, message_id, stray, is_part)
   values ($1, $2, $3, $4, $5, $6) on conflict (carrier, carrier_message_id) do nothing returning carrier`,
)

/** Whether the database was recovered from a backup after this time. */
export const wasRestoredSince = statement<{ readonly isIt: boolean }, [time: Date]>(
  'was_restored_since',
  'select exists (select from recovery where started_at > $1) as "isIt"',
)

export const insertReceivedMessage = statement<
  object,
  [
    advisorId: number,
    messageId: number,
    memberId: number,
    number: string,
    phone: string,
    text: string,
    consentVersion: number,
    at: Date,
  ]
>(
  'insert_received_message',
  `insert into message (
     advisor_id, id, member_id, direction, kind, number, phone, text, consent_version, created_at
   ) values ($1, $2, $3, 'in', 'text', $4, $5, $6, $7, $8)`,
)
