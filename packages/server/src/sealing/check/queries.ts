import type { JsonObject } from '../../platform/db/json.ts'
import { statement } from '../../platform/db/statement.ts'

export interface SealedRow {
  readonly logIndex: number
  readonly ownerId: number
  readonly seq: number
  readonly leafHash: Buffer
  readonly entryId: number
  readonly tag: Buffer | null
  /** Null if the entry is gone, or has the old form. */
  readonly head: Buffer | null
  readonly facts: Buffer | null
  readonly salts: Buffer | null
  /** Of an entry from before entries had salts. */
  readonly oldEntry: JsonObject | null
  readonly blinding: Buffer
}

/** Leaves with the content of their entries. */
export const sealedBetween = statement<SealedRow, [fromIndex: number, beforeIndex: number]>(
  'log_sealed_between',
  `select leaf.log_index as "logIndex", leaf.owner_id as "ownerId", leaf.seq, leaf.leaf_hash as "leafHash",
     leaf.entry_id as "entryId", tag, head, facts, salts, entry.entry as "oldEntry",
     sha256(secret || int8send(leaf.entry_id)) as blinding
   from log_blinding, log_entry as leaf
   left join log_chain on log_chain.owner_id = leaf.owner_id
   left join journal as entry on entry.advisor_id = greatest(leaf.owner_id, 0)
     and entry.occurred_at = leaf.occurred_at and entry.id = leaf.entry_id
   where leaf.log_index >= $1 and leaf.log_index < $2
   order by leaf.log_index`,
)

export interface SignedRow {
  readonly size: number
  /** In base64. */
  readonly root: string
}

export const signedTrees = statement<SignedRow, [maxSize: number]>(
  'log_signed_trees',
  `select size, split_part(note, E'\\n', 3) as root from log_checkpoint where size <= $1 order by size`,
)

/** For one transaction: these statements read every entry. */
export const readAll = statement<object>(
  'log_check_reads_all',
  `select set_config('statement_timeout', '0', true), set_config('enable_seqscan', 'on', true),
     set_config('enable_nestloop', 'off', true)`,
)

/** How many entries the last pass has seen, by their transactions, and how many are in the log. */
export const countSeen = statement<{ readonly seen: number; readonly size: number }>(
  'log_count_seen',
  `select count(journal.id)::bigint as seen, log_head.size
   from log_head left join journal
     on pg_visible_in_snapshot(journal.tx, log_head.snapshot) or journal.id <= log_head.floor_id
   group by log_head.size`,
)

/** Entries that the last pass has seen and the log does not have. */
export const entriesNotInLog = statement<
  { readonly entryId: number; readonly ownerId: number },
  [limit: number]
>(
  'log_entries_not_in_log',
  `select journal.id as "entryId", owner_of(journal.advisor_id, journal.firm_id) as "ownerId"
   from log_head join journal
     on pg_visible_in_snapshot(journal.tx, log_head.snapshot) or journal.id <= log_head.floor_id
   where not exists (
     select from log_entry
     where owner_id = owner_of(journal.advisor_id, journal.firm_id) and entry_id = journal.id
   )
   order by journal.id limit $1`,
)

/** When a check is due: a day after the last one, or after the first checkpoint. */
export const lastChecked = statement<{ readonly at: Date | null }>(
  'log_last_checked',
  `select coalesce(
     (select occurred_at from journal where advisor_id = 0 and kind = 'log.checked'
      order by occurred_at desc limit 1),
     (select min(signed_at) from log_checkpoint)
   ) as at`,
)

export const headSize = statement<{ readonly size: number }>('log_head_size', 'select size from log_head')

export const indexOfEntry = statement<
  { readonly logIndex: number; readonly ownerId: number; readonly seq: number },
  [entryId: number]
>(
  'log_index_of_entry',
  `select log_index as "logIndex", owner_id as "ownerId", seq from log_entry where entry_id = $1 limit 1`,
)
