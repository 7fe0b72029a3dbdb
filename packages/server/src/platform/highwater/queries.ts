import { statement } from '../db/statement.ts'
import type { Found } from './judge-database.ts'
import type { Mark } from './mark.ts'

export const foundText = `select counter, place as "raisedOn", was_synchronous as "wasSynchronous", database_place() as place,
  exists (select from recovery where finished_at is null) as "isRecovering" from high_water`

export const found = statement<Found>('high_water_found', foundText)

/** One of several workers raises it. Returns no row if another one has just done so. */
export const raise = statement<{ readonly counter: number }, [confirmed: number]>(
  'raise_high_water',
  `update high_water set counter = counter + 1, confirmed = greatest(confirmed, $1), place = database_place(),
     was_synchronous = current_setting('synchronous_standby_names') <> ''
       and current_setting('synchronous_commit') in ('on', 'remote_write', 'remote_apply'),
     raised_at = clock_timestamp()
   where raised_at not between clock_timestamp() - interval '800 ms' and clock_timestamp()
   returning counter`,
)

export const confirmed = statement<{ readonly confirmed: number }>(
  'confirmed_high_water',
  'select confirmed from high_water',
)

export const readMark = statement<{
  readonly mark: Mark & { readonly confirmed: number; readonly wasSynchronous: boolean }
}>('read_high_water', 'select read_high_water() as mark')
