import type { JsonObject } from '../platform/db/json.ts'
import { statement } from '../platform/db/statement.ts'
import type { Plan } from './plan.ts'

export interface RecoveryRow {
  readonly number: number
  readonly plan: Plan
  readonly steps: Readonly<Record<string, JsonObject>>
}

export const openRecovery = statement<RecoveryRow>(
  'open_recovery',
  'select number, plan, steps from recovery where finished_at is null',
)

/** The survivors of the log are counted by the database that holds them. */
export const insertRecovery = statement<
  { readonly number: number },
  [operator: string, logSize: number | null, plan: string, isFinished: boolean, lastSeen: number]
>(
  'insert_recovery',
  `insert into recovery (number, operator, log_size, plan, finished_at)
   select greatest(max(number), $5::integer) + 1, $1, $2, $3, case when $4 then now() end from recovery returning number`,
)

export const recordStep = statement<object, [number: number, step: string, outcome: string]>(
  'record_recovery_step',
  `update recovery set steps = steps || jsonb_build_object($2::text, $3::jsonb) where number = $1`,
)

export const finishRecovery = statement<object, [number: number]>(
  'finish_recovery',
  'update recovery set finished_at = now() where number = $1',
)

/** Connections from before are not checked again. */
export const endOtherSessions = statement<object>(
  'end_other_sessions',
  `select pg_terminate_backend(pid) from pg_stat_activity
   where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
     and application_name <> current_setting('application_name')`,
)

export const jumpSequences = statement<{ readonly jumped: number }, [targets: string]>(
  'jump_sequences',
  'select jump_sequences($1::jsonb) as jumped',
)

/** From here on the database is trusted again, also by processes that have seen more of the lost one. */
export const trust = statement<object, [counter: number]>(
  'trust_database',
  `update high_water set counter = greatest(counter, $1), place = database_place(), was_synchronous = false,
     raised_at = clock_timestamp()`,
)
