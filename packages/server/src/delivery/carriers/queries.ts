import { statement } from '../../platform/db/statement.ts'
import type { CarrierRecord, LiveState } from './records.ts'

export interface CarrierRow {
  readonly name: string
  readonly kind: CarrierRecord['kind']
  readonly settings: Readonly<Record<string, unknown>>
  readonly encryptedCredentials: Buffer | null
  readonly isDefault: boolean
  readonly isPaused: boolean
  readonly textsPerSecond: number | null
  readonly version: number
  /** Null while in use. */
  readonly retiredAt: Date | null
}

const columns = `name, kind, settings, encrypted_credentials as "encryptedCredentials", is_default as "isDefault",
  is_paused as "isPaused", texts_per_second::float8 as "textsPerSecond", version, retired_at as "retiredAt"`

export const allCarriers = statement<CarrierRow>(
  'all_carriers',
  `select ${columns} from carrier order by name`,
)

export const carrierByName = statement<CarrierRow, [name: string]>(
  'carrier_by_name',
  `select ${columns} from carrier where name = $1`,
)

/** A worker that has not reported for this long is considered gone. */
const isLive = `carrier_state.updated_at > now() - interval '15 s'`

/** Carriers in use first. */
export const carrierRecords = statement<CarrierRecord>(
  'carrier_records',
  `select name, kind, is_default as "isDefault", is_paused as "isPaused",
     carrier.texts_per_second::float8 as "textsPerSecond", changed_by as "changedBy", changed_at as "changedAt",
     retired_at as "retiredAt",
     (select count(*) from carrier_number where carrier_number.carrier = carrier.name) as numbers
   from carrier order by retired_at is not null, name`,
)

export const liveStates = statement<LiveState & { readonly carrier: string }>(
  'live_carrier_states',
  `select carrier, count(*) as workers, count(*) filter (where link = 'up') as "workersUp",
     sum(bound) as bound, sum(binds) as binds, sum(waiting) as waiting, sum(allowed) as window,
     max(paused_for_ms) as "throttledForMs", sum(texts_per_second)::float8 as "textsPerSecond",
     (array_agg(last_error order by last_error_at desc nulls last))[1] as "lastError",
     max(last_error_at) as "lastErrorAt"
   from carrier_state where ${isLive} group by carrier order by carrier`,
)

export const lockCarriers = statement<object>(
  'lock_carriers',
  `select pg_advisory_xact_lock(hashtextextended('parley carriers', 0))`,
)

export const insertCarrier = statement<
  object,
  [
    name: string,
    kind: string,
    settings: string,
    encryptedCredentials: Buffer | null,
    isDefault: boolean,
    textsPerSecond: number | null,
    changedBy: string,
  ]
>(
  'insert_carrier',
  `insert into carrier (name, kind, settings, encrypted_credentials, is_default, texts_per_second, changed_by)
   values ($1, $2, $3, $4, $5, $6, $7)`,
)

/** Null parameters leave the column unchanged. */
export const updateCarrier = statement<
  object,
  [
    name: string,
    settings: string | null,
    encryptedCredentials: Buffer | null,
    isPaused: boolean | null,
    changedBy: string,
  ]
>(
  'update_carrier',
  `update carrier set settings = coalesce($2::jsonb, settings),
     encrypted_credentials = coalesce($3, encrypted_credentials), is_paused = coalesce($4, is_paused),
     version = version + case when $2::jsonb is null and $3::bytea is null then 0 else 1 end,
     changed_by = $5, changed_at = statement_timestamp()
   where name = $1`,
)

export const updateAccountPace = statement<
  object,
  [name: string, textsPerSecond: number | null, changedBy: string]
>(
  'update_account_pace',
  `update carrier set texts_per_second = $2, next_at = '-infinity', changed_by = $3, changed_at = statement_timestamp()
   where name = $1`,
)

export const clearDefault = statement<object>(
  'clear_default_carrier',
  'update carrier set is_default = false, default_until = statement_timestamp() where is_default',
)

export const setDefault = statement<object, [name: string, changedBy: string]>(
  'set_default_carrier',
  `update carrier set is_default = true, changed_by = $2, changed_at = statement_timestamp() where name = $1`,
)

export const setRetired = statement<object, [name: string, isRetired: boolean, changedBy: string]>(
  'set_carrier_retired',
  `update carrier set retired_at = case when $2 then statement_timestamp() end, changed_by = $3,
     changed_at = statement_timestamp()
   where name = $1`,
)

/** Attempts in flight, including those of dead workers: only this carrier can settle them. */
export const countAttempts = statement<{ readonly attempts: number }, [carrier: string]>(
  'count_carrier_attempts',
  'select count(*) as attempts from outbox where carrier = $1 and lease_until is not null',
)

/**
 * How long replies to a rerouted number may still arrive through its former carrier: operators send through another
 * carrier during an outage, while the number itself stays where it is.
 */
const formerDays = 90

/** Routes a number to a carrier and remembers its former one: its own or the default. */
export const routeNumber = statement<object, [number: string, carrier: string]>(
  'route_number',
  `with own as (
     select carrier from carrier_number where number = $1
   ), former as (
     select carrier from own
     union
     select name from carrier where not exists (select from own)
       and (is_default or default_until > statement_timestamp() - make_interval(days => ${formerDays}))
   ), remembered as (
     insert into former_carrier_number (number, carrier)
     select $1, carrier from former where carrier <> $2
     on conflict (number, carrier) do update set left_at = excluded.left_at
   )
   insert into carrier_number (number, carrier) values ($1, $2)
   on conflict (number) do update set carrier = excluded.carrier`,
)

/**
 * Whether this carrier's word counts as consent for this number: the number is routed through it, was until recently,
 * or has no known carrier.
 */
export const isCarrierOfNumber = statement<{ readonly isIts: boolean }, [carrier: string, number: string]>(
  'is_carrier_of_number',
  `with own as (
     select carrier from carrier_number where number = $2
   ), lately as (
     select statement_timestamp() - make_interval(days => ${formerDays}) as moment
   )
   select coalesce((select carrier from own), (select name from carrier where is_default), $1) = $1
     or exists (
       select from former_carrier_number, lately where number = $2 and carrier = $1 and left_at > moment
     )
     or (not exists (select from own) and exists (
       select from carrier, lately where name = $1 and default_until > moment
     )) as "isIts"`,
)

export const numbersOfCarrier = statement<{ readonly number: string }, [carrier: string]>(
  'numbers_of_carrier',
  'select number from carrier_number where carrier = $1 order by number',
)

export const writeState = statement<
  object,
  [
    carrier: string,
    worker: string,
    link: 'up' | 'down',
    bound: number,
    binds: number,
    waiting: number,
    allowed: number,
    pausedForMs: number,
    textsPerSecond: number,
    lastError: string | null,
    lastErrorAt: Date | null,
  ]
>(
  'write_carrier_state',
  `insert into carrier_state (carrier, worker, link, bound, binds, waiting, allowed, paused_for_ms, texts_per_second,
     last_error, last_error_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
   on conflict (carrier, worker) do update set link = excluded.link, bound = excluded.bound, binds = excluded.binds,
     waiting = excluded.waiting, allowed = excluded.allowed, paused_for_ms = excluded.paused_for_ms,
     texts_per_second = excluded.texts_per_second, last_error = excluded.last_error,
     last_error_at = excluded.last_error_at, updated_at = statement_timestamp()`,
)

export const deleteStates = statement<object, [worker: string]>(
  'delete_carrier_states',
  `delete from carrier_state where worker = $1 or updated_at < now() - interval '1 hour'`,
)

export const lockSealedCredentials = statement<
  { place: string; about: string; sealed: Buffer },
  [after: string, size: number]
>(
  'lock_sealed_credentials',
  `select name as place, name as about, encrypted_credentials as sealed from carrier
   where name > $1 and encrypted_credentials is not null order by name limit $2 for no key update`,
)

/** The version stays: nothing has changed for workers, so they need not reconnect. */
export const replaceSealedCredentials = statement<
  object,
  [names: readonly string[], sealed: readonly Buffer[]]
>(
  'replace_sealed_credentials',
  `update carrier set encrypted_credentials = given.sealed
   from unnest($1::text[], $2::bytea[]) as given (name, sealed) where carrier.name = given.name`,
)
