import { statement } from '../../platform/db/statement.ts'

export interface Reached {
  readonly entries: number
  readonly newestAt: Date | null
}

/** How far the log reaches: its entries are in the order in which they were committed. */
export const readReached = statement<Reached>(
  'backup_reached',
  `select head.size as entries,
     (select occurred_at from log_entry where log_index = head.size - 1) as "newestAt"
   from log_head as head`,
)

/** What must hold in every copy: 0 each. */
export const readBreaches = statement<{ readonly name: string; readonly count: number }>(
  'backup_breaches',
  `select 'texts in the outbox that no message belongs to' as name, count(*)::integer as count from outbox
   where not exists (
     select from message where message.advisor_id = outbox.advisor_id and message.id = outbox.message_id
   )
   union all
   select 'messages with an id beyond their sequence', count(*)::integer from message
   where id > coalesce(pg_sequence_last_value('message_id'), 0)`,
)

/** $1: kind; $2: when the newest backup was finished; $3: whether it is fine. */
export const storeReport = statement<
  object,
  [kind: 'check' | 'drill', backupAt: Date | null, isFine: boolean]
>(
  'store_backup_report',
  `insert into backup_report (kind, reported_at, backup_at, is_fine)
   values ($1, clock_timestamp(), $2, $3)
   on conflict (kind) do update
     set reported_at = excluded.reported_at, backup_at = excluded.backup_at, is_fine = excluded.is_fine`,
)

interface ReportAges {
  readonly backupSeconds: number | null
  readonly drillSeconds: number | null
}

/** How old the newest backup is that a check has seen, and the last drill that went well. */
export const readReportAges = statement<ReportAges>(
  'backup_report_ages',
  `select extract(epoch from clock_timestamp() - max(backup_at) filter (where kind = 'check'))::float8
       as "backupSeconds",
     extract(epoch from clock_timestamp() - max(reported_at) filter (where kind = 'drill' and is_fine))::float8
       as "drillSeconds"
   from backup_report`,
)
