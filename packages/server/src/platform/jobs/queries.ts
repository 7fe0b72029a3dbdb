// On the tables of graphile-worker 0.18, whose own lock on a job lasts four hours.
import { statement } from '../db/statement.ts'

/** Renews the locks of this process's jobs. */
export const renewLocks = statement<object, [poolId: string]>(
  'renew_job_locks',
  `with queue as (
     update graphile_worker._private_job_queues set locked_at = now() where locked_by = $1
   )
   update graphile_worker._private_jobs set locked_at = now() where locked_by = $1`,
)

/** Frees the jobs of silent processes. They run again at once. */
export const releaseLocks = statement<{ readonly name: string; readonly jobId: string }, [leaseMs: number]>(
  'release_job_locks',
  `with queue as (
     update graphile_worker._private_job_queues set locked_at = null, locked_by = null
     where locked_at < now() - make_interval(secs => $1::float8 / 1000)
   )
   update graphile_worker._private_jobs as job set locked_at = null, locked_by = null
   from graphile_worker._private_tasks as task
   where task.id = job.task_id and job.locked_at < now() - make_interval(secs => $1::float8 / 1000)
   returning task.identifier as name, job.id::text as "jobId"`,
)

interface DeadJobRow {
  readonly jobId: string
  readonly name: string
  readonly payload: unknown
}

/** Jobs that have had their last attempt, whether it failed or its process died. */
export const deadJobs = statement<DeadJobRow, [names: readonly string[], limit: number]>(
  'dead_jobs',
  `select job.id::text as "jobId", task.identifier as name, job.payload
   from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
   where job.attempts >= job.max_attempts and job.locked_at is null and task.identifier = any($1::text[])
   order by job.id limit $2 for update of job skip locked`,
)

export const deleteJobs = statement<object, [jobIds: readonly string[]]>(
  'delete_jobs',
  'delete from graphile_worker._private_jobs where id = any($1::bigint[])',
)
