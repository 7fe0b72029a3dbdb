import type { Database } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'

interface Grant {
  readonly texts: number
  readonly waitMs: number
}

/**
 * The same GCRA as for a lane, shared by all workers: next_at is when the next text may leave, and an idle account may
 * send one second's worth at once. A separate statement, so that its lock is held only briefly.
 */
const takeFromPace = statement<Grant, [carrier: string, wanted: number]>(
  'take_from_carrier_pace',
  `with locked as (
     select name, texts_per_second::float8 as pace, next_at from carrier
     where name = $1 and texts_per_second is not null for no key update
   ), granted as (
     select name, pace, begins_at, case when begins_at > now() then 0
         else least($2, 1 + floor((extract(epoch from now() - begins_at)::float8 + 0.000001) * pace))::integer
       end as texts
     from locked cross join lateral (
       select greatest(next_at, now() - make_interval(secs => (floor(greatest(pace, 1)) - 1) / pace)) as begins_at
     ) as earliest
   ), taken as (
     update carrier set next_at = begins_at + make_interval(secs => granted.texts / pace)
     from granted where carrier.name = granted.name and granted.texts > 0
   )
   select texts, greatest(0, extract(epoch from begins_at - now())::float8 * 1000) as "waitMs" from granted`,
)

const returnToPace = statement<object, [carrier: string, unused: number]>(
  'return_to_carrier_pace',
  `update carrier set next_at = next_at - make_interval(secs => $2::float8 / texts_per_second)
   where name = $1 and texts_per_second is not null`,
)

/** How many texts the account may send now, up to `wanted`, and how long to wait if none. */
export async function takePace(database: Database, carrier: string, wanted: number): Promise<Grant> {
  const [grant] = await takeFromPace(database, [carrier, wanted])
  return grant ?? { texts: wanted, waitMs: 0 }
}

/** Returns unused allowance. If a worker dies first, the account just waits a little longer. */
export async function returnPace(database: Database, carrier: string, unused: number): Promise<void> {
  if (unused > 0) await returnToPace(database, [carrier, unused])
}
