-- Every entry of the log becomes a leaf of a Merkle tree, chained to the leaf before it of the same owner. Reasons:
-- docs/decisions/0030-seal.md.

-- The log is written again from its first entry: nothing of it has been signed yet. The ids of everything that is committed are in
-- the order of locks, so the order stays right.
drop table log_entry;
create table log_entry (
  owner_id bigint not null,
  seq bigint not null, -- 1, 2, 3 … of each owner
  log_index bigint not null, -- 0, 1, 2 … of all
  occurred_at timestamptz(3) not null,
  entry_id bigint not null,
  leaf_hash bytea not null,
  constraint seq_is_positive check (seq > 0),
  constraint leaf_hash_is_complete check (octet_length(leaf_hash) = 32),
  primary key (owner_id, seq, log_index)
) partition by range (log_index);
create trigger log_is_final before update or delete or truncate on log_entry
  for each statement execute function reject_change();
alter table log_entry enable always trigger log_is_final;
-- Rows arrive in this order, and nearly in the order of ids, so a range is found without an entry for each of them.
create index log_entry_by_index on log_entry using brin (log_index) with (pages_per_range = 64, autosummarize = on);
create index log_entry_by_entry on log_entry using brin (entry_id) with (pages_per_range = 64, autosummarize = on);

alter table log_state add column root bytea; -- of the tree of this size
with last as (delete from log_state returning *)
insert into log_state (number, snapshot, size, floor_id, cluster, root)
  -- Where transaction ids say nothing, as after a restore, an operator adopts the log once more.
  select number + 1, '1:1:', 0, 0, case when floor_id = 0 then cluster else 0 end, sha256('')
  from last order by number desc limit 1;
alter table log_state alter column root set not null;
create or replace view log_head with (security_invoker = true) as
  select * from log_state order by number desc limit 1;
select ensure_log_partitions();

-- Whose chain it is. The tag is all that is published of an owner; without this row it means nobody.
create table log_chain (
  owner_id bigint primary key,
  tag bytea not null unique,
  constraint tag_is_complete check (octet_length(tag) = 16)
);

-- Digests from before migration 40 have no salt: somebody could guess a short text. They are published only blinded.
create table log_blinding (secret bytea not null);
create unique index log_blinding_is_one on log_blinding ((true));
insert into log_blinding (secret)
  select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
create view journal_commitment as
  select advisor_id, firm_id, occurred_at, id, tx,
    case when salts is null
      then sha256(convert_to(E'parley old entry\n', 'UTF8') || (select sha256(secret || int8send(id)) from log_blinding) || digest)
      else digest
    end as commitment
  from journal;

create table log_checkpoint (
  origin text not null,
  size bigint not null,
  signed_at timestamptz(3) not null,
  note text not null,
  signatures smallint not null,
  primary key (origin, size)
);

revoke select on journal from parley_sealer;
revoke select (advisor_id, firm_id, occurred_at, id, tx, digest) on journal from parley_sealer;
grant select on journal_commitment to parley_sealer;
grant select, insert on log_entry, log_chain to parley_sealer;
grant select, insert, update, delete on log_checkpoint to parley_sealer;
grant select on log_entry, log_chain, log_blinding, log_checkpoint to parley_app;
