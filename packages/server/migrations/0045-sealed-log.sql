-- One order of all entries, read by everything that follows the journal. Reasons: docs/decisions/0029-one-order.md.
do $$
begin
  if not exists (select from pg_roles where rolname = 'parley_sealer') then
    raise exception 'The role parley_sealer does not exist' using hint =
      'Create it first, as an administrator: create role parley_sealer login password ''choose-one''';
  end if;
end
$$;

-- Readers and senders must not queue behind this migration: it asks for the lock again and again, a moment at a time.
do $$
begin
  for attempt in 1..60 loop
    begin
      perform set_config('lock_timeout', '300ms', true);
      lock table journal in access exclusive mode; -- its partitions too: the column is added to each
      perform set_config('lock_timeout', '10s', true);
      return;
    exception when lock_not_available then
      perform pg_sleep(0.2);
    end;
  end loop;
  raise exception 'Other transactions hold locks on journal. Run parley migrate again when no long transaction is open.';
end
$$;

-- The transaction that wrote an entry (the top-level one, also below savepoints), and the firm that owns it. Rows from before get
-- this transaction: the default is not volatile, so nothing is rewritten.
alter table journal
  add column tx xid8 not null default pg_current_xact_id(),
  add column firm_id bigint;

-- The owner of an entry is in its head, which the sealer must not read.
alter table only journal disable trigger journal_is_final;
update journal set firm_id = (entry_of(entry, head, facts)->>'firmId')::bigint where advisor_id = 0;
alter table only journal enable always trigger journal_is_final;
alter table journal add constraint one_owner check (firm_id is null or advisor_id = 0 and firm_id > 0) not valid;

-- On existing partitions `parley migrate` builds it afterwards, while the service goes on writing.
create index journal_by_tx on only journal (tx);

-- Who owns an entry, as one number: an advisor's id, the negative id of a firm, or 0 for the installation.
create function owner_of(advisor_id bigint, firm_id bigint) returns bigint
  language sql immutable parallel safe
  return coalesce(-firm_id, advisor_id);

create table log_entry (
  owner_id bigint not null,
  seq bigint not null, -- 1, 2, 3 … of each owner
  log_index bigint not null, -- 0, 1, 2 … of all
  occurred_at timestamptz(3) not null,
  entry_id bigint not null,
  constraint seq_is_positive check (seq > 0),
  primary key (owner_id, seq, log_index)
) partition by range (log_index);
create trigger log_is_final before update or delete or truncate on log_entry
  for each statement execute function reject_change();
alter table log_entry enable always trigger log_is_final;
-- Rows arrive in this order, so a range of it is found without an entry for each of them.
create index log_entry_by_index on log_entry using brin (log_index) with (pages_per_range = 64, autosummarize = on);

-- Makes sure that partitions for the next 1.2 billion entries exist, and returns how many were missing. A partition holds as many,
-- or an eighth of all entries before it if that is more.
create function ensure_log_partitions() returns integer
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  block constant bigint := 1200000000;
  size constant bigint := (select log_head.size from log_head);
  end_index bigint;
  name text;
  made integer := 0;
begin
  loop
    select coalesce(max(upper_bound::bigint), 0) into end_index from partition_ranges('log_entry');
    exit when end_index - size >= block;
    -- One at a time. Not before it is needed: somebody who analyzes the table would keep the log waiting.
    lock table only log_entry in share update exclusive mode;
    continue when end_index <> (select coalesce(max(upper_bound::bigint), 0) from partition_ranges('log_entry'));
    name := 'log_entry_' || lpad((end_index / block)::text, 5, '0');
    execute format(
      'create table %I (like log_entry including all) with (autovacuum_freeze_min_age = 0,
         autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 1000000)', name
    );
    execute format(
      'create trigger log_is_final before update or delete or truncate on %I
         for each statement execute function reject_change()', name
    );
    execute format('alter table %I enable always trigger log_is_final', name);
    execute format(
      'alter table log_entry attach partition %I for values from (%s) to (%s)',
      name, end_index, end_index + greatest(1, end_index / block / 8) * block
    );
    made := made + 1;
  end loop;
  return made;
end
$$;
revoke execute on function ensure_log_partitions() from public;

-- What the log contains: every entry whose transaction this snapshot sees. Each pass adds a row and the last one counts. A row that is
-- changed in place would leave versions behind that every reader walks through while some transaction stays open.
create table log_state (
  number bigint primary key,
  snapshot pg_snapshot not null,
  size bigint not null,
  floor_id bigint not null, -- entries up to this id are in the log: after a restore their transaction ids say nothing
  cluster bigint not null
);
create view log_head with (security_invoker = true) as select * from log_state order by number desc limit 1;
-- Nothing is in the log yet: every entry has the id of this transaction, or of one that was running or came later.
insert into log_state (number, snapshot, size, floor_id, cluster)
  select 1, format('%1$s:%1$s:', least(pg_snapshot_xmin(pg_current_snapshot()), pg_current_xact_id()))::pg_snapshot, 0, 0,
    system_identifier
  from pg_control_system();
select ensure_log_partitions();

-- Nobody writes entries until the caller's transaction ends.
create function close_journal() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  lock table journal in share row exclusive mode;
end
$$;
revoke execute on function close_journal() from public;

-- The sealer sees who, when and the digest, but no text, number or name.
do $$
begin
  execute format('grant connect on database %I to parley_sealer', current_database());
end
$$;
grant usage on schema public to parley_sealer;
grant select on installation, schema_migration to parley_sealer;
grant select (advisor_id, firm_id, occurred_at, id, tx, digest) on journal to parley_sealer;
grant select, insert on log_entry to parley_sealer;
grant select, insert, delete on log_state to parley_sealer;
grant select on log_head to parley_sealer;
grant execute on function ensure_log_partitions(), close_journal(), message_room(), journal_room(), carrier_room()
  to parley_sealer;
grant select on log_entry, log_state, log_head to parley_app;

-- Who writes an entry chooses neither its id nor its transaction: with others, no pass would take it.
revoke insert on journal from parley_app;
grant insert (advisor_id, firm_id, occurred_at, kind, subject_id, entry, head, facts, salts, digest) on journal to parley_app;
