-- What this database has promised, so that one that was restored knows that it is one. Reasons: docs/decisions/0032-restored-database.md.

-- Which cluster and timeline this is, such as 7421.../00000003. Null on a standby. Promoting a copy begins another timeline.
create function database_place() returns text
  language sql volatile
  return case when not pg_is_in_recovery() then
    (select system_identifier::text from pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8)
  end;

-- Raised about once a second by a worker. Its values are then also kept outside of the database.
create table high_water (
  is_only boolean primary key default true check (is_only),
  counter bigint not null default 0,
  -- The last counter whose commit was confirmed as durable. A commit that no standby confirmed is visible, too.
  confirmed bigint not null default 0,
  -- Where it was raised last, and whether commits waited for a standby there. Null: never raised.
  place text,
  was_synchronous boolean not null default false,
  raised_at timestamptz(3) not null default clock_timestamp()
) with (fillfactor = 10);
insert into high_water default values;
grant select on high_water to parley_app, parley_sealer;
grant update (counter, confirmed, place, was_synchronous, raised_at) on high_water to parley_app;

-- Every run of parley recover, until it is finished the only thing that may use this database.
create table recovery (
  number integer primary key,
  operator text not null,
  started_at timestamptz(3) not null default clock_timestamp(),
  finished_at timestamptz(3),
  -- Entries of the log that survived. Positions beyond it named other entries before. Null: nothing was lost.
  log_size bigint,
  -- What was found, what had been promised, and what the operator chose. No text and no phone number.
  plan jsonb not null,
  -- What each finished step did.
  steps jsonb not null default '{}'
);
create unique index one_recovery_at_a_time on recovery ((true)) where finished_at is null;
create trigger recovery_stays before delete or truncate on recovery
  for each statement execute function reject_change();
alter table recovery enable always trigger recovery_stays;
grant select, insert on recovery to parley_app;
grant update (finished_at, steps) on recovery to parley_app;
grant select on recovery to parley_sealer;

-- Everything that is kept outside: positions only.
create function read_high_water() returns jsonb
  language sql volatile security definer set search_path = public, pg_temp
  return (
    select jsonb_build_object(
      'counter', counter, 'confirmed', confirmed, 'place', place, 'wasSynchronous', was_synchronous,
      'at', to_char(raised_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'sequences', (
        select jsonb_object_agg(sequencename, coalesce(last_value, start_value)) from pg_sequences
        where schemaname = 'public' and increment_by = 1024 -- not that of the table of migrations
      ),
      'recoveries', (select coalesce(max(number), 0) from recovery),
      'logSize', (select size from log_head),
      'checkpoint', (
        select jsonb_build_object('origin', origin, 'size', size, 'note', note)
        from log_checkpoint order by signed_at desc, size desc limit 1
      )
    )
    from high_water
  );

-- Only forward, and only by whole steps, so that ids stay those of this cell.
create function jump_sequences(targets jsonb) returns integer
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  behind record;
  jumped integer := 0;
begin
  for behind in
    select sequencename, increment_by, start_value, coalesce(last_value, start_value) as reached, value::bigint as target
    from pg_sequences join jsonb_each_text(targets) on key = sequencename
    where schemaname = 'public' and increment_by = 1024
  loop
    continue when behind.reached >= behind.target;
    perform setval(
      format('public.%I', behind.sequencename),
      behind.reached + (ceil((behind.target - behind.reached)::numeric / behind.increment_by) * behind.increment_by)::bigint
    );
    jumped := jumped + 1;
  end loop;
  return jumped;
end
$$;

revoke execute on function read_high_water(), jump_sequences(jsonb) from public;
grant execute on function read_high_water(), jump_sequences(jsonb) to parley_app;

-- A schedule that was due in the lost time. Rows from before are not read: they have the reason that there was.
alter table schedule
  drop constraint hold_reason_is_known,
  add constraint hold_reason_is_known check (hold_reason in ('number_changed', 'restored')) not valid;
