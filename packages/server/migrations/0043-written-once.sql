-- A message is written once. How far it has come is a narrow row in `delivery`, from the carrier's answer on. Reasons and figures:
-- docs/decisions/0028-cost-of-a-text.md.

-- The state of a text, and of each part of a long one (part 0 is the whole). A text without a row is accepted. States are numbered so
-- that a higher one replaces a lower one, see state_name.
create table delivery (
  advisor_id bigint not null,
  message_id bigint not null,
  updated_at timestamptz(3) not null,
  state smallint not null,
  -- One bit for each status that receipts reported, where it matters that each counts once: for parts, and for opt-outs.
  seen smallint not null default 0,
  part smallint not null default 0,
  reason text,
  carrier_reason text,
  primary key (advisor_id, message_id, part)
) partition by range (message_id);
alter table delivery add constraint state_is_known check (state between 1 and 5);
grant select, insert, update on delivery to parley_app;

create function state_name(state smallint) returns text language sql immutable parallel safe
  return (array['unconfirmed', 'submitted', 'failed', 'undelivered', 'delivered'])[state];

-- Both tables have the same partitions. Rows of message are never changed, so its pages are filled.
create or replace function add_message_partition(missing_id bigint) returns void language plpgsql as $$
declare
  block constant bigint := 5000000::bigint * 1024; -- a name counts the blocks before the partition
  frozen_early constant text := 'autovacuum_freeze_min_age = 0, autovacuum_vacuum_insert_scale_factor = 0,
    autovacuum_vacuum_insert_threshold = 1000000';
  first_id bigint;
  end_id bigint;
  suffix text;
begin
  select coalesce(max(upper_bound::bigint), 0) into first_id from partition_ranges('message')
    where upper_bound::bigint <= missing_id;
  select least(first_id + greatest(80, first_id / block / 8) * block, min(lower_bound::bigint)) into end_id
    from partition_ranges('message') where lower_bound::bigint > missing_id;
  suffix := lpad((first_id / block)::text, 5, '0');
  execute format('create table %I (like message including all) with (%s)', 'message_' || suffix, frozen_early);
  execute format('alter table message attach partition %I for values from (%s) to (%s)', 'message_' || suffix, first_id, end_id);
  perform add_delivery_partition(suffix, first_id, end_id);
end
$$;

-- Half of each page stays free: every row is changed once, by its receipt, and the new version shall find room beside the old one.
create function add_delivery_partition(suffix text, first_id bigint, end_id bigint) returns void language plpgsql as $$
begin
  execute format(
    'create table %I (like delivery including all) with (fillfactor = 50, autovacuum_freeze_min_age = 0,
       autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 1000000)', 'delivery_' || suffix
  );
  execute format('alter table delivery attach partition %I for values from (%s) to (%s)', 'delivery_' || suffix, first_id, end_id);
end
$$;
revoke execute on function add_delivery_partition(text, bigint, bigint) from public;

do $$
declare
  name text;
  first_id text;
  end_id text;
begin
  for name, first_id, end_id in select partition::text, lower_bound, upper_bound from partition_ranges('message') loop
    perform add_delivery_partition(replace(name, 'message_', ''), first_id::bigint, end_id::bigint);
    execute format('alter table %I reset (fillfactor)', name);
  end loop;
end
$$;

-- What may still change, or must be known to count once: long texts, opt-outs, open dead letters, and texts that were returned to the
-- outbox. All others get their row with their next receipt. Parts are numbered as former_carrier_message is read later.
create function carry_over(since timestamptz) returns void language sql as $$
  with ranked as (select array['enroute', 'failed', '', 'undelivered', '', '', '', 'delivered'] as names),
  part_receipt as (
    select known.advisor_id, known.message_id, receipt.received_at, array_position(ranked.names, receipt.status)::smallint as bit, (
        select count(*) from carrier_message as earlier
        where earlier.advisor_id = known.advisor_id and earlier.message_id = known.message_id and earlier.parts > 1
          and (earlier.carrier, earlier.carrier_message_id) <= (known.carrier, known.carrier_message_id)
      )::smallint as part
    from ranked cross join carrier_message as known join receipt using (carrier, carrier_message_id)
    where known.parts > 1 and receipt.received_at >= since
  )
  insert into delivery as there (advisor_id, message_id, updated_at, state, seen, part)
  select advisor_id, message_id, max(received_at), 2, bit_or(bit), part from part_receipt group by advisor_id, message_id, part
  on conflict (advisor_id, message_id, part) do update set seen = there.seen | excluded.seen;

  with ranked as (select array['enroute', 'failed', '', 'undelivered', '', '', '', 'delivered'] as names),
  changing as (
    select advisor_id, message_id, 0::smallint as bit from dead_letter
      where settled_at is null and created_at >= since or settled_at >= since
    union all select advisor_id, message_id, 0 from outbox where due_at >= since
    union all select advisor_id, message_id, 0 from carrier_message where parts > 1 and created_at >= since
    union all
      select known.advisor_id, known.message_id, 0 from carrier_message as known join receipt using (carrier, carrier_message_id)
      where known.parts > 1 and receipt.received_at >= since
    union all
      select advisor_id, message_id, array_position(names, status)::smallint from ranked cross join receipt
      where reason = 'opted_out' and message_id is not null and received_at >= since
    union all
      select advisor_id, message_id, 0 from receipt
      where since > '-infinity' and received_at >= since and exists (
        select from delivery
        where delivery.advisor_id = receipt.advisor_id and delivery.message_id = receipt.message_id and delivery.part = 0
      )
  )
  insert into delivery as there (advisor_id, message_id, updated_at, state, seen, reason, carrier_reason)
  select changing.advisor_id, message_id, max(updated_at),
    max(array_position(array['unconfirmed', 'submitted', 'failed', 'undelivered', 'delivered'], status)), bit_or(bit), max(reason),
    max(carrier_reason)
  from changing join message on message.advisor_id = changing.advisor_id and message.id = message_id
  where status not in ('accepted', 'received')
  group by changing.advisor_id, message_id
  on conflict (advisor_id, message_id, part) do update
    set seen = there.seen | excluded.seen, state = excluded.state, reason = excluded.reason, carrier_reason = excluded.carrier_reason,
      updated_at = excluded.updated_at
$$;
-- The connection avoids sequential scans, which would make the first pass read all texts one by one. The second one has few.
set local enable_seqscan = on;
select carry_over('-infinity');
set local enable_seqscan = off;
set local enable_hashjoin = off;
set local enable_mergejoin = off;

-- Readers and senders must not queue behind this migration: it asks for all locks at once, again and again, a moment at a time. What
-- changed during the first pass is carried over under the locks.
do $$
begin
  for attempt in 1..60 loop
    begin
      perform set_config('lock_timeout', '300ms', true);
      lock table message, outbox, carrier_message, receipt, dead_letter in access exclusive mode;
      perform set_config('lock_timeout', '10s', true);
      perform carry_over(now() - interval '1 minute');
      return;
    exception when lock_not_available then
      perform pg_sleep(0.2);
    end;
  end loop;
  raise exception 'Other transactions hold locks on message or outbox. Run parley migrate again when no long transaction is open.';
end
$$;
drop function carry_over(timestamptz);
set local enable_hashjoin = on;
set local enable_mergejoin = on;

-- Texts of earlier versions keep what these columns say unless they get a row in delivery. Newer ones leave them empty.
alter table message
  alter column status drop not null,
  alter column updated_at drop not null;
revoke update on message from parley_app;
revoke update (status, reason, updated_at, carrier_reason) on message from parley_app;

create view message_status with (security_invoker = true) as
  select message.advisor_id, message.id, message.member_id, direction, kind, number, phone, text, consent_version, created_at,
    case direction when 'in' then 'received' else coalesce(state_name(delivery.state), status, 'accepted') end as status,
    case when delivery.state is null then message.reason else delivery.reason end as reason,
    case when delivery.state is null then message.carrier_reason else delivery.carrier_reason end as carrier_reason,
    coalesce(delivery.updated_at, message.updated_at, created_at) as updated_at
  from message left join delivery
    on delivery.advisor_id = message.advisor_id and delivery.message_id = message.id and delivery.part = 0;
grant select on message_status to parley_app;

-- A text's number and words are read from its message. A worker of an earlier version would claim texts without them, so the renamed
-- column keeps it from claiming anything.
alter table outbox
  alter column phone drop not null,
  alter column text drop not null;
alter table outbox rename column consent_version to claimed_consent_version;

-- The carrier's ids, by week, so that old ones are dropped instead of deleted. A carrier may use an id again: the newest counts.
alter table carrier_message rename to former_carrier_message;
alter index carrier_message_pkey rename to former_carrier_message_pkey;
alter index carrier_message_by_age rename to former_carrier_message_by_age;
alter index carrier_message_in_parts rename to former_carrier_message_in_parts;
revoke insert, update on former_carrier_message from parley_app;

create table carrier_message (
  advisor_id bigint not null,
  member_id bigint not null,
  message_id bigint not null,
  created_at timestamptz(3) not null default statement_timestamp(),
  -- Zero and one for a text in one part.
  part smallint not null default 0,
  parts smallint not null default 1,
  carrier text not null,
  carrier_message_id text not null
) partition by range (created_at);
create index carrier_message_by_id on carrier_message (carrier, carrier_message_id, created_at);
grant select, insert on carrier_message to parley_app;

-- Makes sure that partitions for this week and the next two exist, and returns how many were missing.
create function ensure_carrier_partitions(at timestamptz default now()) returns integer
  language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' set datestyle = 'ISO'
  set lock_timeout = '2s' as $$
declare
  week timestamptz;
  name text;
  made integer := 0;
begin
  if at not between timestamptz '2000-01-03' and timestamptz '2200-01-01' then
    raise exception 'there is no week of %', at;
  end if;
  for week in select generate_series(date_trunc('week', at), date_trunc('week', at) + interval '2 weeks', interval '1 week') loop
    name := 'carrier_message_' || to_char(week, 'IYYY_IW');
    continue when to_regclass(name) is not null;
    -- One at a time; writers go on.
    lock table only carrier_message in share update exclusive mode;
    continue when to_regclass(name) is not null;
    execute format('create table %I (like carrier_message including all)', name);
    execute format('alter table carrier_message attach partition %I for values from (%L) to (%L)', name, week, week + interval '1 week');
    made := made + 1;
  end loop;
  return made;
end
$$;
revoke execute on function ensure_carrier_partitions(timestamptz) from public;
grant execute on function ensure_carrier_partitions(timestamptz) to parley_app;
select ensure_carrier_partitions();

-- Drops the weeks that ended more than 30 days ago, and returns how many. It waits only a moment for its lock, because records of answers
-- wait for it, and is tried again an hour later.
create function drop_old_carrier_messages() returns integer
  language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' set datestyle = 'ISO'
  set lock_timeout = '200ms' as $$
declare
  old regclass;
  dropped integer := 0;
begin
  foreach old in array array(
    select partition from partition_ranges('carrier_message')
    where upper_bound::timestamptz < now() - interval '30 days'
  ) loop
    begin
      execute format('drop table %s', old);
      dropped := dropped + 1;
    exception when lock_not_available then
      null;
    end;
  end loop;
  return dropped;
end
$$;
revoke execute on function drop_old_carrier_messages() from public;
grant execute on function drop_old_carrier_messages() to parley_app;

-- For how many seconds from now there are partitions.
create function carrier_room() returns bigint
  language sql stable security definer set search_path = public, pg_temp set timezone = 'UTC' set datestyle = 'ISO' as $$
  select coalesce(floor(extract(epoch from max(upper_bound::timestamptz) - now()))::bigint, 0)
  from partition_ranges('carrier_message') where lower_bound::timestamptz <= now() + interval '3 weeks'
$$;
revoke execute on function carrier_room() from public;
grant execute on function carrier_room() to parley_app;

-- Partitions of delivery are frozen like those of message.
create or replace function freeze_closed_partitions() returns integer
  language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' set datestyle = 'ISO'
  set lock_timeout = '1s' as $$
declare
  closed regclass;
  made integer := 0;
begin
  foreach closed in array array(
    select partition from (
      select partition from unnest(array['message', 'delivery']::regclass[]) as parent cross join partition_ranges(parent)
      where upper_bound::bigint <= (select last_value from message_id)
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
