-- Partitions that stay few and can be detached while the service runs. No default partition: it would forbid detaching concurrently, and
-- one row in it would keep a partition from being attached for ever. Reasons and figures: docs/decisions/0027-lasting-partitions.md.

-- Readers and senders must not queue behind this migration: it asks for all locks at once, again and again, a moment at a time.
do $$
begin
  for attempt in 1..60 loop
    begin
      perform set_config('lock_timeout', '300ms', true);
      lock table only message, only message_default, only journal, only journal_default, oauth_artifact
        in access exclusive mode;
      perform set_config('lock_timeout', '10s', true);
      return;
    exception when lock_not_available then
      perform pg_sleep(0.2);
    end;
  end loop;
  raise exception 'Other transactions hold locks on message or journal. Run parley migrate again when no long transaction is open.';
end
$$;

-- Bounds as text, null if unbounded.
create function partition_ranges(parent regclass)
  returns table (partition regclass, lower_bound text, upper_bound text)
  language sql stable as $$
  select inhrelid::regclass, substring(bound from $r$FROM \('([^']*)'\)$r$), substring(bound from $r$TO \('([^']*)'\)$r$)
  from pg_inherits join pg_class on pg_class.oid = inhrelid
  cross join pg_get_expr(relpartbound, inhrelid) as bound
  where inhparent = parent and not inhdetachpending and bound <> 'DEFAULT'
$$;
revoke execute on function partition_ranges(regclass) from public;

-- Where the partitions end that follow each other without a gap from the one of this id. Null if it has none.
create function message_partitions_end(from_id bigint) returns bigint language sql stable as $$
  select upper(covered) from (
    select unnest(range_agg(int8range(lower_bound::bigint, upper_bound::bigint))) as covered
    from partition_ranges('message')
  ) as ranges where covered @> from_id
$$;
revoke execute on function message_partitions_end(bigint) from public;

-- Attaches the partition of an id that has none. Attaching waits for no reader or writer, and they do not wait for it.
-- A partition holds 400 million texts, or an eighth of all texts before it if that is more.
create function add_message_partition(missing_id bigint) returns void language plpgsql as $$
declare
  block constant bigint := 5000000::bigint * 1024; -- a name counts the blocks before the partition
  first_id bigint;
  end_id bigint;
  name text;
begin
  select coalesce(max(upper_bound::bigint), 0) into first_id from partition_ranges('message')
    where upper_bound::bigint <= missing_id;
  select least(first_id + greatest(80, first_id / block / 8) * block, min(lower_bound::bigint)) into end_id
    from partition_ranges('message') where lower_bound::bigint > missing_id;
  name := 'message_' || lpad((first_id / block)::text, 5, '0');
  execute format(
    'create table %I (like message including all) with (fillfactor = 50, autovacuum_freeze_min_age = 0,
       autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 1000000)', name
  );
  execute format('alter table message attach partition %I for values from (%s) to (%s)', name, first_id, end_id);
end
$$;
revoke execute on function add_message_partition(bigint) from public;

-- Makes sure that partitions for the next 400 million texts exist, and returns how many were missing.
create or replace function ensure_message_partitions() returns integer
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  ahead constant bigint := 400000000::bigint * 1024;
  latest bigint := (select last_value from message_id);
  end_id bigint := message_partitions_end(latest);
  made integer := 0;
begin
  while end_id is null or end_id - latest < ahead loop
    -- One at a time; writers go on. Without "only", it would cancel every vacuum of a partition.
    lock table only message in share update exclusive mode;
    end_id := message_partitions_end(latest);
    exit when end_id - latest >= ahead;
    perform add_message_partition(coalesce(end_id, latest));
    made := made + 1;
    end_id := message_partitions_end(latest);
  end loop;
  return made;
end
$$;

-- For how many more texts there are partitions.
create function message_room() returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((message_partitions_end(last_value) - last_value - 1) / 1024, 0) from message_id
$$;
revoke execute on function message_room() from public;
grant execute on function message_room() to parley_app;

-- Narrow partitions that nothing was written to yet make room for wide ones. What the default partition holds moves.
do $$
declare
  limit_of_rows constant bigint := coalesce(nullif(current_setting('parley.rows_to_move', true), ''), '50000')::bigint;
  rows_to_move bigint;
  missing_id bigint;
  covered int8multirange;
  narrow regclass;
  is_empty boolean;
begin
  select count(*) into rows_to_move from (select from message_default limit limit_of_rows + 1) as counted;
  if rows_to_move > limit_of_rows then
    raise exception 'message_default holds more than % rows', limit_of_rows using hint =
      'Moving them takes longer than senders should wait. Stop api and worker, then run: '
      'PGOPTIONS=''-c parley.rows_to_move=1000000000'' parley migrate';
  end if;
  alter table message detach partition message_default;
  foreach narrow in array array(
    select partition from partition_ranges('message') where upper_bound::bigint > (select last_value from message_id)
  ) loop
    execute format('select not exists (select from %s)', narrow) into is_empty;
    if is_empty then execute format('drop table %s', narrow); end if;
  end loop;
  perform ensure_message_partitions();
  loop
    select range_agg(int8range(lower_bound::bigint, upper_bound::bigint)) into covered from partition_ranges('message');
    select min(id) into missing_id from message_default where not covered @> id;
    exit when missing_id is null;
    perform add_message_partition(missing_id);
  end loop;
  insert into message select * from message_default;
  drop table message_default;
end
$$;

-- The same for the journal, by quarter. What an earlier version wrote to the default partition, such as the month in which an
-- installation began, moves too.
-- Where the partitions end that follow each other without a gap from the one of this time. Null if it has none.
create function journal_partitions_end(from_time timestamptz) returns timestamptz language sql stable as $$
  select upper(covered) from (
    select unnest(range_agg(tstzrange(lower_bound::timestamptz, upper_bound::timestamptz))) as covered
    from partition_ranges('journal')
  ) as ranges where covered @> from_time
$$;
revoke execute on function journal_partitions_end(timestamptz) from public;

-- Attaches the partition of a time that has none: its quarter, as far as no other partition holds a part of it. It is named
-- after the month in which it begins. A statement trigger guards only the table that the statement names, so each has its own.
create function add_journal_partition(missing_time timestamptz) returns void
  language plpgsql set timezone = 'UTC' set datestyle = 'ISO' as $$
declare
  quarter timestamptz := date_trunc('quarter', missing_time);
  first_time timestamptz;
  end_time timestamptz;
  name text;
begin
  select greatest(quarter, max(upper_bound::timestamptz)) into first_time from partition_ranges('journal')
    where upper_bound::timestamptz <= missing_time;
  select least(quarter + interval '3 months', min(lower_bound::timestamptz)) into end_time from partition_ranges('journal')
    where lower_bound::timestamptz > missing_time;
  name := 'journal_' || to_char(first_time, 'YYYY_MM');
  execute format(
    'create table %I (like journal including all) with (autovacuum_freeze_min_age = 0,
       autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 1000000)', name
  );
  execute format(
    'create trigger journal_is_final before update or delete or truncate on %I
       for each statement execute function reject_change()', name
  );
  execute format('alter table %I enable always trigger journal_is_final', name);
  execute format('alter table journal attach partition %I for values from (%L) to (%L)', name, first_time, end_time);
end
$$;
revoke execute on function add_journal_partition(timestamptz) from public;

-- Makes sure that partitions for the next twelve months exist, and returns how many were missing.
drop function ensure_journal_partitions();
create function ensure_journal_partitions(at timestamptz default now()) returns integer
  language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' set datestyle = 'ISO'
  set lock_timeout = '2s' as $$
declare
  until constant timestamptz := at + interval '12 months';
  end_time timestamptz := journal_partitions_end(at);
  made integer := 0;
begin
  -- A partition is named by year and month: one of the year 2040 BC would take the name of another.
  if at not between timestamptz '2000-01-01' and timestamptz '2200-01-01' then
    raise exception 'the journal has no partition for %', at;
  end if;
  while end_time is null or end_time < until loop
    -- One at a time; writers go on. Without "only", it would cancel every vacuum of a partition.
    lock table only journal in share update exclusive mode;
    end_time := journal_partitions_end(at);
    exit when end_time >= until;
    perform add_journal_partition(coalesce(end_time, at));
    made := made + 1;
    end_time := journal_partitions_end(at);
  end loop;
  return made;
end
$$;
revoke execute on function ensure_journal_partitions(timestamptz) from public;
grant execute on function ensure_journal_partitions(timestamptz) to parley_app;

-- For how many seconds from now there are partitions.
create function journal_room() returns bigint
  language sql stable security definer set search_path = public, pg_temp set timezone = 'UTC' set datestyle = 'ISO' as $$
  select coalesce(floor(extract(epoch from journal_partitions_end(now()) - now()))::bigint, 0)
$$;
revoke execute on function journal_room() from public;
grant execute on function journal_room() to parley_app;

do $$
declare
  limit_of_rows constant bigint := coalesce(nullif(current_setting('parley.rows_to_move', true), ''), '50000')::bigint;
  rows_to_move bigint;
  missing_time timestamptz;
  covered tstzmultirange;
begin
  select count(*) into rows_to_move from (select from journal_default limit limit_of_rows + 1) as counted;
  if rows_to_move > limit_of_rows then
    raise exception 'journal_default holds more than % rows', limit_of_rows using hint =
      'Moving them takes longer than senders should wait. Stop api and worker, then run: '
      'PGOPTIONS=''-c parley.rows_to_move=1000000000'' parley migrate';
  end if;
  alter table journal detach partition journal_default;
  perform ensure_journal_partitions();
  loop
    select range_agg(tstzrange(lower_bound::timestamptz, upper_bound::timestamptz)) into covered
      from partition_ranges('journal');
    select min(occurred_at) into missing_time from journal_default where not covered @> occurred_at::timestamptz;
    exit when missing_time is null;
    perform add_journal_partition(missing_time);
  end loop;
  insert into journal select * from journal_default;
  drop table journal_default;
end
$$;

-- New partitions are frozen as they fill, a million rows at a time (the settings above). A partition that nothing is inserted into
-- any more gets the rest frozen by the next autovacuum. Otherwise it would be read whole when its transaction ids grow old, whatever else
-- the machine has to do then. Returns how many were closed since the last call.
create function freeze_closed_partitions() returns integer
  language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' set datestyle = 'ISO'
  set lock_timeout = '1s' as $$
declare
  closed regclass;
  made integer := 0;
begin
  foreach closed in array array(
    select partition from (
      select partition from partition_ranges('message') where upper_bound::bigint <= (select last_value from message_id)
      union all
      select partition from partition_ranges('journal') where upper_bound::timestamptz <= now() - interval '1 hour'
    ) as past join pg_class on pg_class.oid = partition
    where not coalesce(reloptions, '{}') @> '{autovacuum_vacuum_insert_threshold=0}'
  ) loop
    begin
      execute format(
        'alter table %s set (autovacuum_freeze_min_age = 0, autovacuum_freeze_table_age = 0,
           autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 0)', closed
      );
      made := made + 1;
    exception when lock_not_available then
      null; -- it is being vacuumed; the next call closes it
    end;
  end loop;
  return made;
end
$$;
revoke execute on function freeze_closed_partitions() from public;
grant execute on function freeze_closed_partitions() to parley_app;

-- Whose code, token or session it is. Null before sign-in, and in rows of earlier versions, which expire.
alter table oauth_artifact add column advisor_id bigint;
