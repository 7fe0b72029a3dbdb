import { statement } from '../../platform/db/statement.ts'
import type { TreeRefusal } from '../tree/log-tree.ts'
import type { NumberArray } from './number-array.ts'

/** Every statement of the transaction then sees the same entries. */
export const readRepeatably = statement<object>(
  'log_read_repeatably',
  'set transaction isolation level repeatable read',
)

export interface LogStateRow {
  readonly size: number
  /** Of the tree of this size. */
  readonly root: Buffer
  readonly isStandby: boolean
  readonly isSameCluster: boolean
  /** Transaction ids of this database go on from those of the log. */
  readonly hasGoneOn: boolean
}

const state = `size, root, pg_is_in_recovery() as "isStandby", cluster = (select system_identifier from pg_control_system()) as "isSameCluster",
    pg_snapshot_xmax(snapshot) <= pg_snapshot_xmax(pg_current_snapshot()) as "hasGoneOn"`

const lockKey = `hashtextextended('parley log', 0)`

/**
 * The first statement of a pass: its snapshot is the one that the pass advances to. A second sealer does not wait, because its
 * snapshot would be from before. If the other one has committed since, the number of this pass is taken.
 */
export const lockLog = statement<LogStateRow & { readonly isAlone: boolean }>(
  'lock_log',
  `select ${state}, pg_try_advisory_xact_lock(${lockKey}) as "isAlone" from log_head`,
)

export const waitForLog = statement<object>('wait_for_log', `select pg_advisory_xact_lock(${lockKey})`)

export const logHead = statement<LogStateRow>('log_head', `select ${state} from log_head`)

export interface UnsequencedRow {
  readonly ownerId: number
  /** As a number: the driver takes longer for a Date than for the hash of the leaf. Times have whole milliseconds. */
  readonly occurredAtMs: number
  readonly entryId: number
  readonly commitment: Buffer
}

/**
 * Entries that this snapshot sees and the one of the last pass did not: those of transactions that began after it, and those of
 * transactions that were running then. All others had ended.
 */
const news = `
  from journal_commitment
  where tx >= (select pg_snapshot_xmax(snapshot) from log_head) and tx < pg_snapshot_xmax(pg_current_snapshot())
    and id > (select floor_id from log_head)`
const ended = `
  from journal_commitment
  where tx = any (array(select pg_snapshot_xip(snapshot) from log_head))
    and id > (select floor_id from log_head)`

/** Without a lock, so that a log without news costs one statement. */
export const newsOfLog = statement<LogStateRow & { readonly hasNews: boolean }>(
  'news_of_log',
  `select ${state},
     exists (select ${news}) or exists (select ${ended}) as "hasNews"
   from log_head`,
)

/** Counted up to a limit. */
export const countUnsequenced = statement<{ readonly waiting: number }, [limit: number]>(
  'count_unsequenced',
  `select count(*)::bigint as waiting from (select ${news} union all select ${ended} limit $1) as counted`,
)

const reference = `owner_of(advisor_id, firm_id) as "ownerId", (date_part('epoch', occurred_at) * 1000)::bigint as "occurredAtMs",
   id as "entryId", commitment`

/** Sorted once, then fetched in parts: a log that was not written for a day has twenty million entries to catch up with. */
export const openUnsequenced = statement<object>(
  'open_unsequenced',
  `declare unsequenced no scroll cursor for
   select ${reference} ${news} union all select ${reference} ${ended} order by "entryId"`,
)

/** Both tables are read whole. Without statistics, as after a restore, an owner's entries would be read again for each of them. */
export const readWhole = statement<object>(
  'log_read_whole',
  `select set_config('enable_seqscan', 'on', true), set_config('enable_nestloop', 'off', true)`,
)

/** For a log whose transaction ids say nothing: everything that is not in it. */
export const openUnknown = statement<object>(
  'open_unknown_to_log',
  `declare unsequenced no scroll cursor for
   select ${reference} from journal_commitment
   where not exists (
     select from log_entry where owner_id = owner_of(advisor_id, firm_id) and entry_id = journal_commitment.id
   )
   order by "entryId"`,
)

export const batchRows = 5_000

export const fetchUnsequenced = statement<UnsequencedRow>(
  'fetch_unsequenced',
  `fetch ${batchRows} from unsequenced`,
)

export const closeUnsequenced = statement<object>('close_unsequenced', 'close unsequenced')

export const appendToLog = statement<
  object,
  [
    firstIndex: number,
    ownerIds: NumberArray,
    seqs: NumberArray,
    timesMs: NumberArray,
    entryIds: NumberArray,
    leafHashes: Buffer,
  ]
>(
  'append_to_log',
  `insert into log_entry (log_index, owner_id, seq, occurred_at, entry_id, leaf_hash)
   select $1::bigint + position - 1, owner_id, seq, to_timestamp(at_ms::float8 / 1000), entry_id,
     substring($6::bytea from (position::integer - 1) * 32 + 1 for 32)
   from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
     with ordinality as given (owner_id, seq, at_ms, entry_id, position)
   order by position`,
)

export const advanceLog = statement<object, [size: number, root: Uint8Array]>(
  'advance_log',
  `insert into log_state (number, snapshot, size, floor_id, cluster, root)
   select number + 1, pg_current_snapshot(), $1, floor_id, cluster, $2 from log_head`,
)

/** Transaction ids that have gone back may catch up, and what was written meanwhile would be missing. Only adopting it ends this. */
export const disownLog = statement<object>(
  'disown_log',
  `insert into log_state (number, snapshot, size, floor_id, cluster, root)
   select number + 1, snapshot, size, floor_id, 0, root from log_head`,
)

/** No transaction that writes entries is open now, so the last id is the highest that the log has. */
export const adoptCluster = statement<object, [size: number, root: Uint8Array]>(
  'adopt_cluster',
  `insert into log_state (number, snapshot, size, floor_id, cluster, root)
   select number + 1, pg_current_snapshot(), $1, coalesce((select max(id) from journal_commitment), 0),
     system_identifier, $2
   from log_head, pg_control_system()`,
)

export const deleteOldPasses = statement<object>(
  'delete_old_passes',
  'delete from log_state where number < (select number from log_head) - 1000',
)

export const lastRefusal = statement<{ readonly why: TreeRefusal; readonly since: Date }>(
  'last_log_refusal',
  'select why, since from log_refusal',
)

export const saveRefusal = statement<object, [why: TreeRefusal]>(
  'save_log_refusal',
  `insert into log_refusal (why) values ($1)
   on conflict (is_only) do update set why = excluded.why, since = excluded.since where log_refusal.why <> excluded.why`,
)

export const endRefusal = statement<object>('end_log_refusal', 'delete from log_refusal')

export const closeJournal = statement<object>('close_journal', 'select close_journal()')

export const ensureLogPartitions = statement<object>(
  'ensure_log_partitions',
  'select ensure_log_partitions()',
)
