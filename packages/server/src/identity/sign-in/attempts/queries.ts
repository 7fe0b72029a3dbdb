import { statement } from '../../../platform/db/statement.ts'

export interface FailureRow {
  readonly subject: Buffer
  readonly failures: number
  /** Since the last attempt that counted. */
  readonly quietSeconds: number
}

/** Locks the subjects' counts until the transaction ends, always in the same order. An unknown subject starts at zero. */
export const lockFailures = statement<
  FailureRow,
  [subjects: readonly Buffer[], personIds: readonly (number | null)[]]
>(
  'lock_failures',
  `insert into sign_in_failure as known (subject, advisor_id, failures)
   select subject, advisor_id, 0 from unnest($1::bytea[], $2::bigint[]) as given (subject, advisor_id) order by subject
   on conflict (subject) do update set failures = known.failures
   returning subject, failures,
     extract(epoch from clock_timestamp() - last_failed_at)::float8 as "quietSeconds"`,
)

export const setFailures = statement<object, [subject: Buffer, failures: number]>(
  'set_failures',
  'update sign_in_failure set failures = $2, last_failed_at = clock_timestamp() where subject = $1',
)

/** Takes back a success that was counted as a failure in advance. */
export const uncountFailure = statement<object, [subject: Buffer]>(
  'uncount_failure',
  'update sign_in_failure set failures = greatest(failures - 1, 0) where subject = $1',
)

export const forgetFailures = statement<object, [subject: Buffer]>(
  'forget_failures',
  'delete from sign_in_failure where subject = $1',
)

export const forgetFailuresOf = statement<object, [personId: number]>(
  'forget_failures_of_person',
  'delete from sign_in_failure where advisor_id = $1',
)

/** Rows that no longer throttle anyone. Locked ones are in use. */
export const forgetOldFailures = statement<object, [olderThanSeconds: number]>(
  'forget_old_failures',
  `delete from sign_in_failure where subject in (
     select subject from sign_in_failure where last_failed_at < now() - make_interval(secs => $1)
     order by last_failed_at limit 100 for update skip locked)`,
)
