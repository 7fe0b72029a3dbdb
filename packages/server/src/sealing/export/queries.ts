import type { JsonObject } from '../../platform/db/json.ts'
import { statement } from '../../platform/db/statement.ts'

export interface ChainRow {
  readonly logIndex: number
  readonly seq: number
  readonly leafHash: Buffer
  readonly occurredAt: Date
  readonly head: Buffer | null
  readonly facts: Buffer | null
  readonly salts: Buffer | null
  /** Of an entry from before entries had salts. */
  readonly oldEntry: JsonObject | null
  readonly blinding: Buffer
}

/** The leaves of an advisor's chain with their entries, by number. */
export const chainAfter = statement<
  ChainRow,
  [advisorId: number, afterSeq: number, toSeq: number, limit: number]
>(
  'evidence_chain_after',
  `select leaf.log_index as "logIndex", leaf.seq, leaf.leaf_hash as "leafHash", leaf.occurred_at as "occurredAt", head, facts, salts,
     entry.entry as "oldEntry", sha256(secret || int8send(leaf.entry_id)) as blinding
   from log_blinding, (
     select * from log_entry where owner_id = $1 and seq > $2 and seq <= $3 order by seq limit $4
   ) as leaf
   left join journal as entry on entry.advisor_id = leaf.owner_id
     and entry.occurred_at = leaf.occurred_at and entry.id = leaf.entry_id
   order by leaf.seq`,
)

/** The first number since a time, and the last one before a time. */
export const seqsAround = statement<
  { readonly first: number | null; readonly last: number },
  [advisorId: number, since: Date | null, until: Date | null]
>(
  'evidence_seqs_around',
  `select min(seq) filter (where $2::timestamptz is null or occurred_at >= $2) as first,
     coalesce(max(seq) filter (where $3::timestamptz is null or occurred_at < $3), 0) as last
   from log_entry where owner_id = $1`,
)

/** Whether an entry has the form from before entries had salts: its head cannot be shown without its facts. */
export const isUnsalted = statement<{ readonly isUnsalted: boolean }, [advisorId: number, seq: number]>(
  'evidence_is_unsalted',
  `select salts is null as "isUnsalted" from log_entry join journal
     on advisor_id = owner_id and journal.occurred_at = log_entry.occurred_at and journal.id = entry_id
   where owner_id = $1 and seq = $2 limit 1`,
)

export const indexOf = statement<{ readonly logIndex: number }, [advisorId: number, seq: number]>(
  'evidence_index_of',
  'select log_index as "logIndex" from log_entry where owner_id = $1 and seq = $2 limit 1',
)

export const leafBefore = statement<{ readonly leafHash: Buffer }, [advisorId: number, seq: number]>(
  'evidence_leaf_before',
  'select leaf_hash as "leafHash" from log_entry where owner_id = $1 and seq = $2 - 1 limit 1',
)

/** Where the entry of an export is in the log. */
export const placeOfExport = statement<
  { readonly logIndex: number; readonly seq: number },
  [advisorId: number, since: Date, exportId: number]
>(
  'evidence_place_of_export',
  `select log_index as "logIndex", seq from journal join log_entry
     on owner_id = advisor_id and log_entry.occurred_at = journal.occurred_at and entry_id = journal.id
   where advisor_id = $1 and journal.occurred_at >= $2 and kind = 'evidence.exported' and subject_id = $3`,
)

export const tagOf = statement<{ readonly tag: Buffer }, [advisorId: number]>(
  'evidence_tag_of',
  'select tag from log_chain where owner_id = $1',
)

export interface StampedCheckpoint {
  readonly size: number
  readonly note: string
  readonly token: Buffer | null
}

/** How many lines of a note are by keys of these names. It saves checking signatures of notes that cannot have a quorum. */
const cosigned = (names: string): string =>
  `(select count(*) from string_to_table(note, E'\\n') as line where line like '— %' and split_part(line, ' ', 2) = any(${names}))`

export interface CheckpointSize {
  readonly size: number
  /** By witnesses, as far as the names of their keys say so. */
  readonly isCosigned: boolean
  readonly isStamped: boolean
}

/** Of each so many minutes one checkpoint with the most of these cosignatures, and all with a time stamp. By size. */
export const checkpointSizes = statement<
  CheckpointSize,
  [origin: string, maxSize: number, names: readonly string[], least: number, everyMinutes: number]
>(
  'evidence_checkpoint_sizes',
  `select size, cosigned >= greatest($4, 1) as "isCosigned", "isStamped" from (
     select *, row_number() over (
       partition by date_bin(make_interval(mins => $5), signed_at, 'epoch') order by cosigned desc, "isStamped" desc, size desc
     ) as place
     from (
       select size, signed_at, timestamp_token is not null as "isStamped", ${cosigned('$3::text[]')} as cosigned
       from log_checkpoint where origin = $1 and size <= $2
     ) as counted
   ) as ranked
   where place = 1 or "isStamped" order by size`,
)

/** Between which of these sizes, in rising order, entries of a chain came into the log. 0 is before the first one. */
export const placesBetween = statement<
  { readonly place: number },
  [advisorId: number, firstSeq: number, lastSeq: number, sizes: readonly number[]]
>(
  'evidence_places_between',
  `select distinct width_bucket(log_index, $4::bigint[]) as place from log_entry
   where owner_id = $1 and seq >= $2 and seq <= $3 order by place`,
)

export const checkpointsOf = statement<StampedCheckpoint, [origin: string, sizes: readonly number[]]>(
  'evidence_checkpoints_of',
  `select size, note, timestamp_token as token from log_checkpoint
   where origin = $1 and size = any($2::bigint[]) order by size`,
)

/** Those of at least this size, since a time if one is given, that so many of these keys may have cosigned. The smallest first. */
export const checkpointsUp = statement<
  StampedCheckpoint,
  [origin: string, size: number, since: Date | null, names: readonly string[], least: number, limit: number]
>(
  'evidence_checkpoints_up',
  `select size, note, timestamp_token as token from log_checkpoint
   where origin = $1 and size >= $2 and signed_at >= coalesce($3::timestamptz, '-infinity') and ${cosigned('$4::text[]')} >= $5
   order by size limit $6`,
)

/** Those of at most this size, until a time if one is given, that so many of these keys may have cosigned. The largest first. */
export const checkpointsDown = statement<
  StampedCheckpoint,
  [origin: string, size: number, until: Date | null, names: readonly string[], least: number, limit: number]
>(
  'evidence_checkpoints_down',
  `select size, note, timestamp_token as token from log_checkpoint
   where origin = $1 and size <= $2 and signed_at <= coalesce($3::timestamptz, 'infinity') and ${cosigned('$4::text[]')} >= $5
   order by size desc limit $6`,
)

/** The last number of a chain that is at most this one and in a tree of this size. */
export const seqOpening = statement<
  { readonly seq: number | null },
  [advisorId: number, toSeq: number, size: number]
>(
  'evidence_seq_opening',
  'select max(seq) as seq from log_entry where owner_id = $1 and seq <= $2 and log_index < $3',
)

/** The first number of a chain that is at least this one and in the log from this place on. */
export const seqClosing = statement<
  { readonly seq: number | null },
  [advisorId: number, fromSeq: number, fromIndex: number]
>(
  'evidence_seq_closing',
  'select min(seq) as seq from log_entry where owner_id = $1 and seq >= $2 and log_index >= $3',
)
