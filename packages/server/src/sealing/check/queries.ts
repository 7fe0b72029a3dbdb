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
  /** Columns that repeat what the head says. */
  readonly kind: string | null
  readonly subjectId: number | null
  readonly occurredAt: Date
  readonly blinding: Buffer
}

/** Leaves with the content of their entries. */
export const sealedBetween = statement<SealedRow, [fromIndex: number, beforeIndex: number]>(
  'log_sealed_between',
  `select leaf.log_index as "logIndex", leaf.owner_id as "ownerId", leaf.seq, leaf.leaf_hash as "leafHash",
     leaf.entry_id as "entryId", tag, head, facts, salts, entry.entry as "oldEntry", kind, subject_id as "subjectId", leaf.occurred_at as "occurredAt",
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
  readonly signedAt: Date
}

export const signedTrees = statement<SignedRow>(
  'log_signed_trees',
  `select size, split_part(note, E'\\n', 3) as root, signed_at as "signedAt" from log_checkpoint order by size`,
)

/** Where the log stands, and the transaction ids that it has seen. */
export const logHead = statement<{
  readonly size: number
  readonly root: Buffer
  readonly snapshot: string
  readonly floorId: number
  readonly endTx: number
}>(
  'log_head_to_check',
  `select size, root, snapshot::text as snapshot, floor_id as "floorId",
     pg_snapshot_xmax(pg_current_snapshot())::text::bigint as "endTx"
   from log_head`,
)

/** The first and the last transaction that wrote an entry. */
export const transactions = statement<{ readonly first: number | null; readonly last: number | null }>(
  'log_transactions',
  `select (select tx from journal order by tx limit 1)::text::bigint as first,
     (select tx from journal order by tx desc limit 1)::text::bigint as last`,
)

/** How many entries of these transactions the snapshot of the log sees. A part at a time: all at once would take minutes. */
export const countSeen = statement<
  { readonly seen: number },
  [fromTx: number, beforeTx: number, snapshot: string, floorId: number]
>(
  'log_count_seen',
  `select count(*)::bigint as seen from journal
   where tx >= $1::bigint::text::xid8 and tx < $2::bigint::text::xid8
     and (pg_visible_in_snapshot(tx, $3::pg_snapshot) or id <= $4)`,
)

/** Entries of these transactions that the snapshot of the log sees and the log does not have. */
export const entriesNotInLog = statement<
  { readonly entryId: number },
  [fromTx: number, beforeTx: number, snapshot: string, floorId: number, limit: number]
>(
  'log_entries_not_in_log',
  `select journal.id as "entryId" from journal
   where tx >= $1::bigint::text::xid8 and tx < $2::bigint::text::xid8
     and (pg_visible_in_snapshot(tx, $3::pg_snapshot) or journal.id <= $4)
     and not exists (
       select from log_entry where entry_id = journal.id and owner_id = owner_of(journal.advisor_id, journal.firm_id)
     )
   order by journal.id limit $5`,
)

/** Entries whose transaction has not begun yet, if one believes them. No pass would take them. */
export const entriesOfFuture = statement<{ readonly entryId: number }, [endTx: number, limit: number]>(
  'log_entries_of_future',
  'select id as "entryId" from journal where tx >= $1::bigint::text::xid8 order by tx limit $2',
)

/** When a check is due: a day after the last one, or after the first checkpoint. */
export const lastChecked = statement<{ readonly at: Date | null }>(
  'log_last_checked',
  `select coalesce(
     (select occurred_at from journal where advisor_id = 0 and kind = 'log.checked' and occurred_at <= now()
      order by occurred_at desc limit 1),
     (select min(signed_at) from log_checkpoint)
   ) as at`,
)

export const indexOfEntry = statement<
  { readonly logIndex: number; readonly ownerId: number; readonly seq: number },
  [entryId: number]
>(
  'log_index_of_entry',
  `select log_index as "logIndex", owner_id as "ownerId", seq from log_entry where entry_id = $1 limit 1`,
)
