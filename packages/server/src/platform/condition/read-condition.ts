import { statement } from '../db/statement.ts'

/** What an operator must know of the database, as far as the service's own role may see it. */
export interface Condition {
  readonly databaseTimeMs: number
  /** Share of the transaction ids that are used up: at 1 PostgreSQL stops writing. */
  readonly transactionIdShare: number
  /** Write-ahead log that the slot furthest behind keeps on disk. */
  readonly slotLagBytes: number
  /** Standbys and log receivers that are connected. */
  readonly receivers: number
  /** Whether commits wait for a standby or a receiver. */
  readonly isSynchronous: boolean
  readonly isArchiveFailing: boolean
}

export const readCondition = statement<Condition>(
  'condition',
  `select extract(epoch from clock_timestamp())::float8 * 1000 as "databaseTimeMs",
     (select greatest(age(datfrozenxid), mxid_age(datminmxid))::float8 / 2147483648
      from pg_database where datname = current_database()) as "transactionIdShare",
     coalesce((select max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)) from pg_replication_slots), 0)::float8
       as "slotLagBytes",
     (select count(*) from pg_stat_replication)::integer as receivers,
     current_setting('synchronous_standby_names') <> '' as "isSynchronous",
     current_setting('archive_mode') <> 'off'
       and coalesce(last_failed_time > last_archived_time, last_failed_time is not null) as "isArchiveFailing"
   from pg_stat_archiver`,
)
