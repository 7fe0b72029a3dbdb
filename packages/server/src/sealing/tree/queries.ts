import { statement } from '../../platform/db/statement.ts'

export interface LeafRow {
  readonly logIndex: number
  readonly ownerId: number
  readonly seq: number
  readonly leafHash: Buffer
  /** Null if the row is gone, like the next two. */
  readonly tag: Buffer | null
  readonly commitment: Buffer | null
  /** Leaf hash of the chain's previous leaf. */
  readonly previous: Buffer | null
}

/** Leaves of the log and what they are made of. */
export const leavesBetween = statement<LeafRow, [fromIndex: number, beforeIndex: number]>(
  'log_leaves_between',
  `select leaf.log_index as "logIndex", leaf.owner_id as "ownerId", leaf.seq, leaf.leaf_hash as "leafHash", tag, commitment,
     previous.leaf_hash as previous
   from log_entry as leaf
   left join log_chain on log_chain.owner_id = leaf.owner_id
   left join journal_commitment as entry on entry.advisor_id = greatest(leaf.owner_id, 0)
     and entry.occurred_at = leaf.occurred_at and entry.id = leaf.entry_id
   left join lateral (
     select leaf_hash from log_entry where owner_id = leaf.owner_id and seq = leaf.seq - 1 limit 1
   ) as previous on true
   where leaf.log_index >= $1 and leaf.log_index < $2
   order by leaf.log_index`,
)

export interface ChainRow {
  readonly ownerId: number
  readonly tag: Buffer | null
  readonly seq: number | null
  readonly leafHash: Buffer | null
}

/** Tag and last leaf of each owner. */
export const chainsOf = statement<ChainRow, [ownerIds: readonly number[]]>(
  'log_chains_of',
  `select asked.owner_id as "ownerId", tag, last.seq, last.leaf_hash as "leafHash"
   from unnest($1::bigint[]) as asked (owner_id)
   left join log_chain on log_chain.owner_id = asked.owner_id
   left join lateral (
     select seq, leaf_hash from log_entry where log_entry.owner_id = asked.owner_id order by seq desc limit 1
   ) as last on true`,
)

export const addChains = statement<object, [ownerIds: readonly number[], tags: Buffer]>(
  'add_log_chains',
  `insert into log_chain (owner_id, tag)
   select owner_id, substring($2::bytea from (position::integer - 1) * 16 + 1 for 16)
   from unnest($1::bigint[]) with ordinality as given (owner_id, position)`,
)
