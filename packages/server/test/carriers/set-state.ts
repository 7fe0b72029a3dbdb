import type { Queryable } from '../../src/platform/db/pool.ts'

/** Gives a text a state, as outcomes and receipts do. Names as in `state_name`. */
export async function setState(
  database: Pick<Queryable, 'query'>,
  messageId: number | undefined,
  status: 'unconfirmed' | 'submitted' | 'failed' | 'undelivered' | 'delivered',
  reasons: { readonly reason?: string; readonly carrierReason?: string } = {},
): Promise<void> {
  await database.query(
    `insert into delivery (advisor_id, message_id, updated_at, state, reason, carrier_reason)
     select advisor_id, id, now(), (select state from generate_series(1, 5) as state where state_name(state::smallint) = $2), $3, $4
     from message where id = $1
     on conflict (advisor_id, message_id, part) do update
       set state = excluded.state, reason = excluded.reason, carrier_reason = excluded.carrier_reason, updated_at = now()`,
    [messageId, status, reasons.reason ?? null, reasons.carrierReason ?? null],
  )
}

/** Delivers all texts to a phone, as a carrier does: a consent request that waits for its carrier is not repeated. */
export async function deliverTo(database: Pick<Queryable, 'query'>, phone: string): Promise<void> {
  await database.query(
    `insert into delivery (advisor_id, message_id, updated_at, state)
     select advisor_id, id, now(), 5 from message where phone = $1 and direction = 'out' on conflict do nothing`,
    [phone],
  )
}
