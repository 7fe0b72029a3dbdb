-- What the migrations add up to: written by npm run generate, never by hand.

CREATE FUNCTION public.add_delivery_partition(suffix text, first_id bigint, end_id bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  execute format(
    'create table %I (like delivery including all) with (fillfactor = 50, autovacuum_freeze_min_age = 0,
       autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 1000000)', 'delivery_' || suffix
  );
  execute format('alter table delivery attach partition %I for values from (%s) to (%s)', 'delivery_' || suffix, first_id, end_id);
end
$$;

CREATE FUNCTION public.add_journal_partition(missing_time timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO'
    AS $$
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

CREATE FUNCTION public.add_message_partition(missing_id bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.carrier_room() RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO'
    AS $$
  select coalesce(floor(extract(epoch from max(upper_bound::timestamptz) - now()))::bigint, 0)
  from partition_ranges('carrier_message') where lower_bound::timestamptz <= now() + interval '3 weeks'
$$;

CREATE SEQUENCE public.schedule_id
    START WITH 1
    INCREMENT BY 1024
    NO MINVALUE
    MAXVALUE 9007199254740991
    CACHE 1;

CREATE TABLE public.schedule (
    advisor_id bigint NOT NULL,
    id bigint DEFAULT nextval('public.schedule_id'::regclass) NOT NULL,
    member_id bigint NOT NULL,
    phone text NOT NULL,
    text text NOT NULL,
    starts_at timestamp(3) with time zone NOT NULL,
    first_occurrence integer DEFAULT 0 NOT NULL,
    frequency smallint NOT NULL,
    time_zone text NOT NULL,
    occurrence integer DEFAULT 0 NOT NULL,
    next_at timestamp(3) with time zone,
    status text DEFAULT 'active'::text NOT NULL,
    end_reason text,
    application_id bigint,
    created_at timestamp(3) with time zone NOT NULL,
    modified_at timestamp(3) with time zone NOT NULL,
    hold_reason text,
    scheduled_by jsonb,
    CONSTRAINT an_ended_one_says_why CHECK (((status = 'ended'::text) = (end_reason IS NOT NULL))),
    CONSTRAINT end_reason_is_known CHECK ((end_reason = ANY (ARRAY['fired'::text, 'opted_out'::text]))),
    CONSTRAINT frequency_is_known CHECK (((frequency >= 0) AND (frequency <= 6))),
    CONSTRAINT occurrence_is_of_the_series CHECK ((occurrence >= first_occurrence))
)
WITH (fillfactor='80');

CREATE FUNCTION public.claim_due_schedules(excepted bigint[], how_many integer) RETURNS SETOF public.schedule
    LANGUAGE sql
    SET enable_bitmapscan TO 'off'
    SET enable_seqscan TO 'off'
    SET enable_sort TO 'off'
    AS $$
  select * from schedule
  where status = 'active' and next_at <= statement_timestamp() and id <> all (excepted)
  order by next_at, advisor_id, id limit how_many
  for no key update skip locked
$$;

CREATE FUNCTION public.claim_idempotency_keys(advisor_ids bigint[], application_ids bigint[], operations text[], keys text[], fingerprints bytea[]) RETURNS TABLE(is_new boolean, is_same boolean, kept_answer jsonb)
    LANGUAGE plpgsql
    SET lock_timeout TO '10s'
    AS $$
begin
  insert into idempotency_key as kept (advisor_id, application_id, operation, key, fingerprint)
  -- One statement may not touch a row twice, and in one order no two callers wait for each other.
  select distinct on (given.advisor_id, given.application_id, given.operation collate "C", given.key collate "C")
    given.advisor_id, given.application_id, given.operation, given.key, given.fingerprint
  from unnest(advisor_ids, application_ids, operations, keys, fingerprints) with ordinality
    as given (advisor_id, application_id, operation, key, fingerprint, position)
  order by given.advisor_id, given.application_id, given.operation collate "C", given.key collate "C", given.position
  -- What is older than a day counts as absent, swept away or not. What is younger is left as it is, but locked. So it is
  -- still there for the next statement, which sees what was committed during the wait. And the lock is a write, whose
  -- commit waits for the standby: one that only reads would acknowledge what the standby may not have.
  on conflict (advisor_id, application_id, operation, key) do update
  set fingerprint = excluded.fingerprint, answer = null, created_at = excluded.created_at
  where kept.created_at < statement_timestamp() - interval '24 hours';

  return query
  select kept.xmin = pg_current_xact_id()::xid, kept.fingerprint = given.fingerprint, kept.answer
  from unnest(advisor_ids, application_ids, operations, keys, fingerprints) with ordinality
    as given (advisor_id, application_id, operation, key, fingerprint, position)
  join idempotency_key as kept
    on kept.advisor_id = given.advisor_id and kept.application_id = given.application_id
    and kept.operation = given.operation and kept.key = given.key
  order by given.position;
end
$$;

CREATE FUNCTION public.close_journal() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  lock table journal in share row exclusive mode;
end
$$;

CREATE FUNCTION public.count_content() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
  if tg_op = 'TRUNCATE' then
    delete from content_count;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    update content_count set item_count = item_count - gone.number
    from (select audience, content_type, count(*) as number from old_item group by 1, 2) as gone
    where content_count.audience = gone.audience and content_count.content_type = gone.content_type;
  end if;
  if tg_op <> 'DELETE' then
    insert into content_count (audience, content_type, item_count)
    select audience, content_type, count(*) from new_item group by 1, 2 order by 1, 2
    on conflict (audience, content_type) do update
    set item_count = content_count.item_count + excluded.item_count;
  end if;
  return null;
end
$$;

CREATE FUNCTION public.create_id_sequence(name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  execute format(
    'create sequence %I as bigint start with %s increment by 1024 maxvalue 9007199254740991 no cycle',
    name, (select cell from installation)
  );
  execute format('grant usage on sequence %I to parley_app', name);
end
$$;

CREATE FUNCTION public.create_uuid_v7() RETURNS uuid
    LANGUAGE sql
    AS $$
  select encode(
    set_bit(set_bit(
      overlay(
        uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6
      ), 52, 1), 53, 1),
    'hex'
  )::uuid
$$;

CREATE FUNCTION public.database_place() RETURNS text
    LANGUAGE sql
    RETURN CASE WHEN (NOT pg_is_in_recovery()) THEN (((SELECT (pg_control_system.system_identifier)::text AS system_identifier FROM pg_control_system() pg_control_system(pg_control_version, catalog_version_no, system_identifier, pg_control_last_modified)) || '/'::text) || "left"(pg_walfile_name(pg_current_wal_lsn()), 8)) ELSE NULL::text END;

CREATE FUNCTION public.drop_old_carrier_messages() RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO'
    SET lock_timeout TO '200ms'
    AS $$
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

CREATE FUNCTION public.ensure_carrier_partitions(at timestamp with time zone DEFAULT now()) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO'
    SET lock_timeout TO '2s'
    AS $$
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

CREATE FUNCTION public.ensure_journal_partitions(at timestamp with time zone DEFAULT now()) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO'
    SET lock_timeout TO '2s'
    AS $$
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

CREATE FUNCTION public.ensure_log_partitions() RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET lock_timeout TO '2s'
    AS $$
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

CREATE FUNCTION public.ensure_message_partitions() RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET lock_timeout TO '2s'
    AS $$
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

CREATE FUNCTION public.entry_of(entry jsonb, head bytea, facts bytea) RETURNS jsonb
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN COALESCE(entry, ((convert_from(head, 'UTF8'::name))::jsonb || jsonb_build_object('facts', (convert_from(facts, 'UTF8'::name))::jsonb)));

CREATE FUNCTION public.fold_text(given text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (octet_length(given) = char_length(given)) THEN (translate(lower((given COLLATE "C")), '''`'::text, ''::text) COLLATE "default") ELSE (translate(replace(replace(replace(replace(NORMALIZE(regexp_replace(NORMALIZE((lower((given COLLATE "und-x-icu")) COLLATE "default"), NFD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), NFC), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text), 'øłđðħıς’‘ʼʻʹ′´''`'::text, 'olddhiσ'::text) COLLATE "default") END;

CREATE FUNCTION public.follow_advisor() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if new.holder_id is not null then
    return null;
  end if;
  insert into person (id, firm_id, email, name, password_hash, active, created_at)
  values (new.id, new.firm_id, new.email, new.name, new.password_hash, new.active, new.created_at)
  on conflict (id) do update set firm_id = excluded.firm_id, email = excluded.email, name = excluded.name,
    password_hash = excluded.password_hash, active = excluded.active;
  if tg_op = 'INSERT' then
    insert into person_role (person_id, role) values (new.id, 'advisor') on conflict do nothing;
  end if;
  return null;
end
$$;

CREATE FUNCTION public.freeze_closed_partitions() RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO'
    SET lock_timeout TO '1s'
    AS $$
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

CREATE FUNCTION public.gather_conversations(of_advisor bigint, before_id bigint, patterns text[], how_many integer) RETURNS TABLE(member_id bigint, message_id bigint)
    LANGUAGE sql STABLE
    SET enable_sort TO 'off'
    SET enable_bitmapscan TO 'off'
    AS $$
  with recursive talker (member_id, id) as (
    (
      select message.member_id, message.id from message
      where message.advisor_id = of_advisor order by message.member_id desc, message.id desc limit 1
    )
    union all
    select next.member_id, next.id from talker cross join lateral (
      select message.member_id, message.id from message
      where message.advisor_id = of_advisor and message.member_id < talker.member_id
      order by message.member_id desc, message.id desc limit 1
    ) as next
  )
  select talker.member_id, talker.id from talker
  where talker.id < before_id and (patterns is null or (
    select true from member
    where member.advisor_id = of_advisor and member.id = talker.member_id and (
      member.phone like all (patterns) or (
        select true from contact
        where contact.advisor_id = of_advisor and contact.phone = member.phone
          and contact.search_text like all (patterns) limit 1
      )
    )
  ))
  order by talker.id desc limit how_many
$$;

CREATE FUNCTION public.gather_conversations(of_advisor bigint, before_id bigint, pattern text, how_many integer) RETURNS TABLE(member_id bigint, message_id bigint)
    LANGUAGE sql STABLE
    SET enable_sort TO 'off'
    SET enable_bitmapscan TO 'off'
    AS $$
  with recursive talker (member_id, id) as (
    (
      select message.member_id, message.id from message
      where message.advisor_id = of_advisor order by message.member_id desc, message.id desc limit 1
    )
    union all
    select next.member_id, next.id from talker cross join lateral (
      select message.member_id, message.id from message
      where message.advisor_id = of_advisor and message.member_id < talker.member_id
      order by message.member_id desc, message.id desc limit 1
    ) as next
  )
  select talker.member_id, talker.id from talker
  where talker.id < before_id and (pattern is null or (
    select true from member join contact on contact.advisor_id = of_advisor and contact.phone = member.phone
    where member.advisor_id = of_advisor and member.id = talker.member_id and contact.search_text like pattern limit 1
  ))
  order by talker.id desc limit how_many
$$;

CREATE FUNCTION public.is_sending_held(of_advisor bigint) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
  select not (advisor.active and firm.active) or exists (
    select from sending_hold as hold
    where hold.released_at is null and (hold.advisor_id = advisor.id or hold.firm_id = firm.id)
  )
  from advisor join firm on firm.id = advisor.firm_id
  where advisor.id = of_advisor
$$;

CREATE FUNCTION public.journal_partitions_end(from_time timestamp with time zone) RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$
  select upper(covered) from (
    select unnest(range_agg(tstzrange(lower_bound::timestamptz, upper_bound::timestamptz))) as covered
    from partition_ranges('journal')
  ) as ranges where covered @> from_time
$$;

CREATE FUNCTION public.journal_room() RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO'
    AS $$
  select coalesce(floor(extract(epoch from journal_partitions_end(now()) - now()))::bigint, 0)
$$;

CREATE FUNCTION public.jump_sequences(targets jsonb) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.keep_idempotency_answers(advisor_ids bigint[], application_ids bigint[], operations text[], keys text[], fingerprints bytea[], answers jsonb[]) RETURNS void
    LANGUAGE plpgsql
    SET lock_timeout TO '3s'
    AS $$
declare
  kept_count bigint;
begin
  insert into idempotency_key as kept (advisor_id, application_id, operation, key, fingerprint, answer)
  select * from unnest(advisor_ids, application_ids, operations, keys, fingerprints, answers)
    as given (advisor_id, application_id, operation, key, fingerprint, answer)
  -- In one order no two callers wait for each other.
  order by given.advisor_id, given.application_id, given.operation collate "C", given.key collate "C"
  -- What is older than a day counts as absent, swept away or not.
  on conflict (advisor_id, application_id, operation, key) do update
  set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at
  where kept.created_at < statement_timestamp() - interval '24 hours';
  get diagnostics kept_count = row_count;
  if kept_count <> cardinality(keys) then
    raise unique_violation using message = 'an idempotency key was taken meanwhile';
  end if;
end
$$;

CREATE FUNCTION public.lock_subject_of_hold() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform from firm where id = new.firm_id for no key update;
  perform from advisor where id = new.advisor_id for no key update;
  perform from application where id = new.application_id for no key update;
  return new;
end
$$;

CREATE FUNCTION public.message_partitions_end(from_id bigint) RETURNS bigint
    LANGUAGE sql STABLE
    AS $$
  select upper(covered) from (
    select unnest(range_agg(int8range(lower_bound::bigint, upper_bound::bigint))) as covered
    from partition_ranges('message')
  ) as ranges where covered @> from_id
$$;

CREATE FUNCTION public.message_room() RETURNS bigint
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select coalesce((message_partitions_end(last_value) - last_value - 1) / 1024, 0) from message_id
$$;

CREATE FUNCTION public.note_advisor_change() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform renew_lane_holds(new.id, null);
  return null;
end
$$;

CREATE FUNCTION public.note_application_change() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform renew_application_hold(new.id);
  return null;
end
$$;

CREATE FUNCTION public.note_contact_changes() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  noted_max constant integer := 200;
begin
  if tg_op <> 'INSERT' then
    if (select count(*) from (select from old_contact limit noted_max + 1) as old) > noted_max then
      insert into contact_change (advisor_id, contact_id, sign) select distinct advisor_id, 0, 0 from old_contact;
      return null;
    end if;
    insert into contact_change (advisor_id, contact_id, sign, sort_name, sort_email, email_status, group_count, source,
      created_at, modified_at, search_text)
    select advisor_id, id, -1, sort_name, sort_email, email_status, group_count, source, created_at, modified_at,
      search_text
    from old_contact;
  end if;
  if tg_op <> 'DELETE' then
    if (select count(*) from (select from new_contact limit noted_max + 1) as new) > noted_max then
      insert into contact_change (advisor_id, contact_id, sign) select distinct advisor_id, 0, 0 from new_contact;
      return null;
    end if;
    insert into contact_change (advisor_id, contact_id, sign, sort_name, sort_email, email_status, group_count, source,
      created_at, modified_at, search_text)
    select advisor_id, id, 1, sort_name, sort_email, email_status, group_count, source, created_at, modified_at,
      search_text
    from new_contact;
  end if;
  return null;
end
$$;

CREATE FUNCTION public.note_firm_authorization_change() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform renew_withdrawals(null, new.firm_id);
  return null;
end
$$;

CREATE FUNCTION public.note_firm_change() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform renew_lane_holds(null, new.id);
  return null;
end
$$;

CREATE FUNCTION public.note_grant_change() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform renew_withdrawals(new.advisor_id, null);
  return null;
end
$$;

CREATE FUNCTION public.note_hold_change() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if new.application_id is not null then
    perform renew_application_hold(new.application_id);
  else
    perform renew_lane_holds(new.advisor_id, new.firm_id);
  end if;
  return null;
end
$$;

CREATE FUNCTION public.note_new_lane() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform from firm where id = (select firm_id from advisor where id = new.advisor_id) for share;
  perform from advisor where id = new.advisor_id for share;
  -- An application that is being held is written into the lanes there are. With this lock the lane either is there when that
  -- begins, or comes when it is committed: then whoever sees the lane sees the hold.
  lock table held_application in share mode;
  new.is_held := is_sending_held(new.advisor_id);
  new.held_since := case when new.is_held then statement_timestamp() end;
  new.withdrawn_applications := withdrawn_applications(new.advisor_id);
  return new;
end
$$;

CREATE FUNCTION public.owner_of(advisor_id bigint, firm_id bigint) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN COALESCE((- firm_id), advisor_id);

CREATE FUNCTION public.partition_ranges(parent regclass) RETURNS TABLE(partition regclass, lower_bound text, upper_bound text)
    LANGUAGE sql STABLE
    AS $_$
  select inhrelid::regclass, substring(bound from $r$FROM \('([^']*)'\)$r$), substring(bound from $r$TO \('([^']*)'\)$r$)
  from pg_inherits join pg_class on pg_class.oid = inhrelid
  cross join pg_get_expr(relpartbound, inhrelid) as bound
  where inhparent = parent and not inhdetachpending and bound <> 'DEFAULT'
$_$;

CREATE FUNCTION public.read_conversations(of_advisor bigint, before_id bigint, patterns text[], how_many integer) RETURNS TABLE(member_id bigint, message_id bigint)
    LANGUAGE sql STABLE
    SET enable_sort TO 'off'
    SET enable_bitmapscan TO 'off'
    AS $$
  select talker.member_id, talker.id from (
    select latest.member_id, latest.id from (
      select distinct on (message.member_id) message.member_id, message.id from message
      where message.advisor_id = of_advisor order by message.member_id desc, message.id desc
    ) as latest
    -- Sorted before anybody's name is looked at, so that a page that is full ends it.
    where latest.id < before_id order by latest.id desc offset 0
  ) as talker
  where patterns is null or (
    select true from member
    where member.advisor_id = of_advisor and member.id = talker.member_id and (
      member.phone like all (patterns) or (
        select true from contact
        where contact.advisor_id = of_advisor and contact.phone = member.phone
          and contact.search_text like all (patterns) limit 1
      )
    )
  )
  order by talker.id desc limit how_many
$$;

CREATE FUNCTION public.read_conversations(of_advisor bigint, before_id bigint, pattern text, how_many integer) RETURNS TABLE(member_id bigint, message_id bigint)
    LANGUAGE sql STABLE
    SET enable_sort TO 'off'
    SET enable_bitmapscan TO 'off'
    AS $$
  select talker.member_id, talker.id from (
    select latest.member_id, latest.id from (
      select distinct on (message.member_id) message.member_id, message.id from message
      where message.advisor_id = of_advisor order by message.member_id desc, message.id desc
    ) as latest
    -- Sorted before anybody's name is looked at, so that a page that is full ends it.
    where latest.id < before_id order by latest.id desc offset 0
  ) as talker
  where pattern is null or (
    select true from member join contact on contact.advisor_id = of_advisor and contact.phone = member.phone
    where member.advisor_id = of_advisor and member.id = talker.member_id and contact.search_text like pattern limit 1
  )
  order by talker.id desc limit how_many
$$;

CREATE TABLE public.high_water (
    is_only boolean DEFAULT true NOT NULL,
    counter bigint DEFAULT 0 NOT NULL,
    confirmed bigint DEFAULT 0 NOT NULL,
    place text,
    was_synchronous boolean DEFAULT false NOT NULL,
    raised_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT high_water_is_only_check CHECK (is_only)
)
WITH (fillfactor='10');

CREATE TABLE public.log_checkpoint (
    origin text NOT NULL,
    size bigint NOT NULL,
    signed_at timestamp(3) with time zone NOT NULL,
    note text NOT NULL,
    signatures smallint NOT NULL,
    timestamp_token bytea
);

CREATE TABLE public.log_state (
    number bigint NOT NULL,
    snapshot pg_snapshot NOT NULL,
    size bigint NOT NULL,
    floor_id bigint NOT NULL,
    cluster bigint NOT NULL,
    root bytea NOT NULL
);

CREATE VIEW public.log_head WITH (security_invoker='true') AS
 SELECT log_state.number,
    log_state.snapshot,
    log_state.size,
    log_state.floor_id,
    log_state.cluster,
    log_state.root
   FROM public.log_state
  ORDER BY log_state.number DESC
 LIMIT 1;

CREATE TABLE public.recovery (
    number integer NOT NULL,
    operator text NOT NULL,
    started_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    finished_at timestamp(3) with time zone,
    log_size bigint,
    plan jsonb NOT NULL,
    steps jsonb DEFAULT '{}'::jsonb NOT NULL
);

CREATE FUNCTION public.read_high_water() RETURNS jsonb
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    RETURN (SELECT jsonb_build_object('counter', high_water.counter, 'confirmed', high_water.confirmed, 'place', high_water.place, 'wasSynchronous', high_water.was_synchronous, 'at', to_char((high_water.raised_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text), 'sequences', (SELECT jsonb_object_agg(pg_sequences.sequencename, COALESCE(pg_sequences.last_value, pg_sequences.start_value)) AS jsonb_object_agg FROM pg_sequences WHERE ((pg_sequences.schemaname = 'public'::name) AND (pg_sequences.increment_by = 1024))), 'recoveries', (SELECT COALESCE(max(recovery.number), 0) AS "coalesce" FROM public.recovery), 'logSize', (SELECT log_head.size FROM public.log_head), 'checkpoint', (SELECT jsonb_build_object('origin', log_checkpoint.origin, 'size', log_checkpoint.size, 'note', log_checkpoint.note) AS jsonb_build_object FROM public.log_checkpoint ORDER BY log_checkpoint.signed_at DESC, log_checkpoint.size DESC LIMIT 1)) AS jsonb_build_object FROM public.high_water);

CREATE FUNCTION public.reject_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception '% refuses %: its rows are final', tg_table_name, lower(tg_op)
    using errcode = 'integrity_constraint_violation';
end
$$;

CREATE FUNCTION public.renew_application_hold(of_application bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  if exists (select from application where id = of_application and not active)
    or exists (select from sending_hold where application_id = of_application and released_at is null)
  then
    -- Waits for lanes that are being created. Each statement has a snapshot of its own, so the next one sees them.
    insert into held_application (application_id) values (of_application) on conflict do nothing;
    perform from lane where not coalesce(of_application = any (held_applications), false)
      order by advisor_id, number for no key update;
    update lane set held_applications = array_append(held_applications, of_application)
    where not coalesce(of_application = any (held_applications), false);
  else
    delete from held_application where application_id = of_application;
    perform from lane where of_application = any (held_applications)
      order by advisor_id, number for no key update;
    update lane set held_applications = nullif(array_remove(held_applications, of_application), '{}')
    where of_application = any (held_applications);
  end if;
end
$$;

CREATE FUNCTION public.renew_lane_holds(of_advisor bigint, of_firm bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  perform from lane join advisor on advisor.id = lane.advisor_id
    where advisor.id = of_advisor or advisor.firm_id = of_firm
    order by lane.advisor_id, lane.number for no key update of lane;
  update lane set is_held = not lane.is_held, held_since = case when not lane.is_held then statement_timestamp() end
  from advisor
  where advisor.id = lane.advisor_id and (advisor.id = of_advisor or advisor.firm_id = of_firm)
    and lane.is_held <> is_sending_held(lane.advisor_id);
end
$$;

CREATE FUNCTION public.renew_withdrawals(of_advisor bigint, of_firm bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  perform from advisor where id = of_advisor or firm_id = of_firm order by id for no key update;
  perform from lane join advisor on advisor.id = lane.advisor_id
    where advisor.id = of_advisor or advisor.firm_id = of_firm
    order by lane.advisor_id, lane.number for no key update of lane;
  update lane set withdrawn_applications = withdrawn_applications(lane.advisor_id) from advisor
  where advisor.id = lane.advisor_id and (advisor.id = of_advisor or advisor.firm_id = of_firm)
    and lane.withdrawn_applications is distinct from withdrawn_applications(lane.advisor_id);
end
$$;

CREATE FUNCTION public.require_holder_of_firm() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if not exists (select from person where id = new.holder_id and firm_id = new.firm_id) then
    raise exception 'an account is held by a person of its firm'
      using errcode = 'check_violation', constraint = 'holder_is_of_the_firm', table = 'advisor';
  end if;
  return new;
end
$$;

CREATE FUNCTION public.state_name(state smallint) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (ARRAY['unconfirmed'::text, 'submitted'::text, 'failed'::text, 'undelivered'::text, 'delivered'::text])[state];

CREATE FUNCTION public.walk_conversations(of_advisor bigint, before_id bigint, patterns text[], walked integer, how_many integer) RETURNS TABLE(member_id bigint, message_id bigint)
    LANGUAGE sql STABLE
    SET enable_sort TO 'off'
    SET enable_bitmapscan TO 'off'
    AS $$
  select text.member_id, text.id from (
    select message.id, message.member_id, message.phone from message
    where message.advisor_id = of_advisor and message.id < before_id order by message.id desc limit walked
  ) as text
  where (
    select true from message as later
    where later.advisor_id = of_advisor and later.member_id = text.member_id and later.id > text.id limit 1
  ) is null and (patterns is null or text.phone like all (patterns) or (
    select true from contact
    where contact.advisor_id = of_advisor and contact.phone = text.phone and contact.search_text like all (patterns)
    limit 1
  ))
  order by text.id desc limit how_many
$$;

CREATE FUNCTION public.walk_conversations(of_advisor bigint, before_id bigint, pattern text, walked integer, how_many integer) RETURNS TABLE(member_id bigint, message_id bigint)
    LANGUAGE sql STABLE
    SET enable_sort TO 'off'
    SET enable_bitmapscan TO 'off'
    AS $$
  select text.member_id, text.id from (
    select message.id, message.member_id, message.phone from message
    where message.advisor_id = of_advisor and message.id < before_id order by message.id desc limit walked
  ) as text
  where (
    select true from message as later
    where later.advisor_id = of_advisor and later.member_id = text.member_id and later.id > text.id limit 1
  ) is null and (pattern is null or (
    select true from contact
    where contact.advisor_id = of_advisor and contact.phone = text.phone and contact.search_text like pattern limit 1
  ))
  order by text.id desc limit how_many
$$;

CREATE FUNCTION public.withdrawn_applications(of_advisor bigint) RETURNS bigint[]
    LANGUAGE sql STABLE
    AS $$
  select array_agg(revoked.application_id order by revoked.application_id) from (
    select given.application_id from authorization_grant as given
    where given.advisor_id = of_advisor and given.revoked_at is not null
      and 'text.messaging.write' = any (given.scopes)
    union
    select given.application_id from firm_authorization as given
    join advisor on advisor.firm_id = given.firm_id
    where advisor.id = of_advisor and given.revoked_at is not null
      and 'text.messaging.write' = any (given.scopes)
  ) as revoked
  where not exists (
    select from living_authorization as living
    where living.advisor_id = of_advisor and living.application_id = revoked.application_id
      and 'text.messaging.write' = any (living.scopes)
  )
$$;

CREATE TEXT SEARCH DICTIONARY public.english_word (
    TEMPLATE = pg_catalog.simple,
    stopwords = 'english' );

CREATE TEXT SEARCH CONFIGURATION public.english_words (
    PARSER = pg_catalog."default" );

ALTER TEXT SEARCH CONFIGURATION public.english_words
    ADD MAPPING FOR asciiword WITH public.english_word;

ALTER TEXT SEARCH CONFIGURATION public.english_words
    ADD MAPPING FOR word WITH public.english_word;

ALTER TEXT SEARCH CONFIGURATION public.english_words
    ADD MAPPING FOR numword WITH public.english_word;

ALTER TEXT SEARCH CONFIGURATION public.english_words
    ADD MAPPING FOR email WITH public.english_word;

ALTER TEXT SEARCH CONFIGURATION public.english_words
    ADD MAPPING FOR url WITH public.english_word;

ALTER TEXT SEARCH CONFIGURATION public.english_words
    ADD MAPPING FOR host WITH public.english_word;

ALTER TEXT SEARCH CONFIGURATION public.english_words
    ADD MAPPING FOR sfloat WITH public.english_word;

ALTER TEXT SEARCH CONFIGURATION public.english_words
    ADD MAPPING FOR version WITH public.english_word;

ALTER TEXT SEARCH CONFIGURATION public.english_words
    ADD MAPPING FOR hword_numpart WITH public.english_word;

ALTER TEXT SEARCH CONFIGURATION public.english_words
    ADD MAPPING FOR hword_part WITH public.english_word;

ALTER TEXT SEARCH CONFIGURATION public.english_words
    ADD MAPPING FOR hword_asciipart WITH public.english_word;

ALTER TEXT SEARCH CONFIGURATION public.english_words
    ADD MAPPING FOR numhword WITH public.english_word;

ALTER TEXT SEARCH CONFIGURATION public.english_words
    ADD MAPPING FOR asciihword WITH public.english_word;

ALTER TEXT SEARCH CONFIGURATION public.english_words
    ADD MAPPING FOR hword WITH public.english_word;

ALTER TEXT SEARCH CONFIGURATION public.english_words
    ADD MAPPING FOR url_path WITH public.english_word;

ALTER TEXT SEARCH CONFIGURATION public.english_words
    ADD MAPPING FOR file WITH public.english_word;

ALTER TEXT SEARCH CONFIGURATION public.english_words
    ADD MAPPING FOR "float" WITH public.english_word;

ALTER TEXT SEARCH CONFIGURATION public.english_words
    ADD MAPPING FOR "int" WITH public.english_word;

ALTER TEXT SEARCH CONFIGURATION public.english_words
    ADD MAPPING FOR uint WITH public.english_word;

CREATE TABLE public.address_book (
    advisor_id bigint NOT NULL,
    contact_count integer NOT NULL,
    group_count integer NOT NULL,
    revision bigint DEFAULT 0 NOT NULL,
    CONSTRAINT contact_count_is_possible CHECK ((contact_count >= 0)),
    CONSTRAINT group_count_is_possible CHECK ((group_count >= 0))
)
WITH (fillfactor='20');

CREATE SEQUENCE public.advisor_id
    START WITH 1
    INCREMENT BY 1024
    NO MINVALUE
    MAXVALUE 9007199254740991
    CACHE 1;

CREATE TABLE public.advisor (
    id bigint DEFAULT nextval('public.advisor_id'::regclass) NOT NULL,
    firm_id bigint NOT NULL,
    identifier text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    time_zone text NOT NULL,
    password_hash text,
    active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    signed_out_at timestamp(3) with time zone,
    holder_id bigint,
    CONSTRAINT email_is_given CHECK ((email ~~ '%_@_%'::text)),
    CONSTRAINT holder_is_another_person CHECK ((holder_id <> id)),
    CONSTRAINT identifier_is_plain CHECK ((identifier ~ '^[a-z0-9][a-z0-9._-]{0,63}$'::text)),
    CONSTRAINT name_is_given CHECK ((name <> ''::text))
);

CREATE SEQUENCE public.api_key_id
    START WITH 1
    INCREMENT BY 1024
    NO MINVALUE
    MAXVALUE 9007199254740991
    CACHE 1;

CREATE TABLE public.api_key (
    id bigint DEFAULT nextval('public.api_key_id'::regclass) NOT NULL,
    application_id bigint NOT NULL,
    hash bytea NOT NULL,
    hint text NOT NULL,
    rate_per_second integer NOT NULL,
    burst integer NOT NULL,
    daily_quota integer,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT burst_is_positive CHECK ((burst > 0)),
    CONSTRAINT quota_is_positive CHECK ((daily_quota > 0)),
    CONSTRAINT rate_is_positive CHECK ((rate_per_second > 0))
);

CREATE SEQUENCE public.app_session_id
    START WITH 1
    INCREMENT BY 1024
    NO MINVALUE
    MAXVALUE 9007199254740991
    CACHE 1;

CREATE TABLE public.app_session (
    advisor_id bigint NOT NULL,
    id bigint DEFAULT nextval('public.app_session_id'::regclass) NOT NULL,
    token_hash bytea NOT NULL,
    signed_in_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    used_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    browser text,
    has_second_factor boolean DEFAULT false NOT NULL,
    CONSTRAINT token_hash_is_sha256 CHECK ((octet_length(token_hash) = 32))
);

CREATE SEQUENCE public.application_id
    START WITH 1
    INCREMENT BY 1024
    NO MINVALUE
    MAXVALUE 9007199254740991
    CACHE 1;

CREATE TABLE public.application (
    id bigint DEFAULT nextval('public.application_id'::regclass) NOT NULL,
    client_id text NOT NULL,
    name text NOT NULL,
    redirect_uris text[] NOT NULL,
    scopes text[] NOT NULL,
    grant_types text[] NOT NULL,
    active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT name_is_given CHECK ((name <> ''::text))
);

CREATE TABLE public.assistant_advisor (
    advisor_id bigint NOT NULL,
    assistant_id bigint NOT NULL,
    given_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.authorization_grant (
    advisor_id bigint NOT NULL,
    application_id bigint NOT NULL,
    grant_id text NOT NULL,
    scopes text[] NOT NULL,
    granted_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    expires_at timestamp with time zone DEFAULT (now() + '365 days'::interval) NOT NULL
);

CREATE TABLE public.backup_report (
    kind text NOT NULL,
    reported_at timestamp(3) with time zone NOT NULL,
    backup_at timestamp(3) with time zone,
    is_fine boolean NOT NULL,
    CONSTRAINT kind_is_known CHECK ((kind = ANY (ARRAY['check'::text, 'drill'::text])))
);

CREATE TABLE public.break_glass_link (
    person_id bigint NOT NULL,
    hash bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.carrier (
    name text NOT NULL,
    kind text NOT NULL,
    settings jsonb NOT NULL,
    encrypted_credentials bytea,
    is_default boolean NOT NULL,
    is_paused boolean DEFAULT false NOT NULL,
    texts_per_second real,
    next_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    changed_by text NOT NULL,
    changed_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    retired_at timestamp(3) with time zone,
    default_until timestamp(3) with time zone,
    CONSTRAINT credentials_are_kept CHECK (((encrypted_credentials IS NULL) = (kind = 'simulator'::text))),
    CONSTRAINT default_is_in_use CHECK (((NOT is_default) OR (retired_at IS NULL))),
    CONSTRAINT kind_is_known CHECK ((kind = ANY (ARRAY['simulator'::text, 'smpp'::text, 'twilio'::text]))),
    CONSTRAINT name_is_plain CHECK ((name ~ '^[a-z][a-z0-9-]{0,31}$'::text)),
    CONSTRAINT pace_is_positive CHECK ((texts_per_second > (0)::double precision))
)
WITH (fillfactor='50');

CREATE TABLE public.carrier_message (
    advisor_id bigint NOT NULL,
    member_id bigint NOT NULL,
    message_id bigint NOT NULL,
    created_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    part smallint DEFAULT 0 NOT NULL,
    parts smallint DEFAULT 1 NOT NULL,
    carrier text NOT NULL,
    carrier_message_id text NOT NULL
)
PARTITION BY RANGE (created_at);

CREATE TABLE public.carrier_number (
    number text NOT NULL,
    carrier text NOT NULL
);

CREATE TABLE public.carrier_state (
    carrier text NOT NULL,
    worker uuid NOT NULL,
    link text NOT NULL,
    bound integer NOT NULL,
    binds integer NOT NULL,
    waiting integer NOT NULL,
    allowed integer NOT NULL,
    paused_for_ms integer NOT NULL,
    texts_per_second real NOT NULL,
    last_error text,
    last_error_at timestamp(3) with time zone,
    updated_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    CONSTRAINT link_is_known CHECK ((link = ANY (ARRAY['up'::text, 'down'::text])))
)
WITH (fillfactor='50');

CREATE TABLE public.client_secret (
    application_id bigint NOT NULL,
    hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone
);

CREATE TABLE public.consent_event (
    advisor_id bigint NOT NULL,
    member_id bigint NOT NULL,
    version integer NOT NULL,
    event text NOT NULL,
    state_before text NOT NULL,
    state_after text NOT NULL,
    evidence jsonb NOT NULL,
    occurred_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT event_is_known CHECK ((event = ANY (ARRAY['requested'::text, 'accepted'::text, 'declined'::text, 'revoked'::text, 'restored'::text]))),
    CONSTRAINT version_counts_from_1 CHECK ((version >= 1))
);

CREATE TABLE public.consent_exception (
    advisor_id bigint NOT NULL,
    consent_required boolean NOT NULL
);

CREATE TABLE public.console_link (
    application_id bigint NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone
);

CREATE TABLE public.console_session (
    application_id bigint NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE SEQUENCE public.contact_id
    START WITH 1
    INCREMENT BY 1024
    NO MINVALUE
    MAXVALUE 9007199254740991
    CACHE 1;

CREATE TABLE public.contact (
    advisor_id bigint NOT NULL,
    id bigint DEFAULT nextval('public.contact_id'::regclass) NOT NULL,
    identifier uuid DEFAULT public.create_uuid_v7() NOT NULL,
    source smallint NOT NULL,
    first_name text,
    last_name text,
    email_address text,
    nickname text,
    birth_date date,
    phone text,
    client_anniversary date,
    gender smallint DEFAULT 0 NOT NULL,
    marital_status smallint DEFAULT 0 NOT NULL,
    address1 text,
    address2 text,
    city text,
    state text,
    postal_code text,
    email_status smallint NOT NULL,
    unsubscribed_at timestamp(3) with time zone,
    remote_id text,
    remote_url text,
    custom_fields jsonb DEFAULT '[]'::jsonb NOT NULL,
    group_count integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    modified_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    full_name text GENERATED ALWAYS AS (COALESCE(((first_name || ' '::text) || last_name), first_name, last_name, email_address, phone)) STORED NOT NULL,
    sort_name text GENERATED ALWAYS AS (lower((COALESCE(((first_name || ' '::text) || last_name), first_name, last_name, email_address, phone) COLLATE "und-x-icu"))) STORED NOT NULL COLLATE pg_catalog."C",
    sort_email text GENERATED ALWAYS AS (lower((COALESCE(email_address, ''::text) COLLATE "und-x-icu"))) STORED NOT NULL COLLATE pg_catalog."C",
    search_text text GENERATED ALWAYS AS (public.fold_text(((((((COALESCE(((first_name || ' '::text) || last_name), first_name, last_name, email_address, phone) || '
'::text) || COALESCE(nickname, ''::text)) || '
'::text) || COALESCE(email_address, ''::text)) || '
'::text) || COALESCE(phone, ''::text)))) STORED NOT NULL,
    external_id text,
    CONSTRAINT email_status_fits_address CHECK (((email_status = 0) = (email_address IS NULL))),
    CONSTRAINT email_status_is_known CHECK (((email_status >= 0) AND (email_status <= 3))),
    CONSTRAINT external_id_is_not_empty CHECK ((external_id <> ''::text)),
    CONSTRAINT gender_is_known CHECK ((gender = ANY (ARRAY[0, 1, 2, 9]))),
    CONSTRAINT group_count_is_possible CHECK ((group_count >= 0)),
    CONSTRAINT marital_status_is_known CHECK (((marital_status >= 0) AND (marital_status <= 6))),
    CONSTRAINT no_text_is_empty CHECK (((((((((((((''::text = first_name) OR (''::text = last_name)) OR (''::text = email_address)) OR (''::text = nickname)) OR (''::text = address1)) OR (''::text = address2)) OR (''::text = city)) OR (''::text = state)) OR (''::text = postal_code)) OR (''::text = remote_id)) OR (''::text = remote_url)) IS NOT TRUE)),
    CONSTRAINT source_is_known CHECK (((source >= 0) AND (source <= 4)))
);

CREATE TABLE public.contact_change (
    advisor_id bigint NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    contact_id bigint NOT NULL,
    sign smallint NOT NULL,
    sort_name text COLLATE pg_catalog."C",
    sort_email text COLLATE pg_catalog."C",
    email_status smallint,
    group_count integer,
    source smallint,
    created_at timestamp(3) with time zone,
    modified_at timestamp(3) with time zone,
    search_text text,
    noted_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    CONSTRAINT sign_is_known CHECK (((sign >= '-1'::integer) AND (sign <= 1)))
);

CREATE SEQUENCE public.contact_group_id
    START WITH 1
    INCREMENT BY 1024
    NO MINVALUE
    MAXVALUE 9007199254740991
    CACHE 1;

CREATE TABLE public.contact_group (
    advisor_id bigint NOT NULL,
    id bigint DEFAULT nextval('public.contact_group_id'::regclass) NOT NULL,
    name text NOT NULL,
    external_id text,
    source smallint NOT NULL,
    contact_count integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    modified_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    sort_name text GENERATED ALWAYS AS (lower((name COLLATE "und-x-icu"))) STORED NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT contact_count_is_possible CHECK ((contact_count >= 0)),
    CONSTRAINT external_id_is_not_empty CHECK ((external_id <> ''::text)),
    CONSTRAINT name_is_given CHECK ((name <> ''::text)),
    CONSTRAINT source_is_known CHECK (((source >= 0) AND (source <= 4)))
)
WITH (fillfactor='50');

CREATE TABLE public.contact_import (
    advisor_id bigint NOT NULL,
    file_digest bytea NOT NULL,
    run integer NOT NULL,
    reading_digest bytea NOT NULL,
    last_line integer DEFAULT 0 NOT NULL,
    created_count integer DEFAULT 0 NOT NULL,
    refused_count integer DEFAULT 0 NOT NULL,
    started_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    finished_at timestamp(3) with time zone,
    abandoned_at timestamp(3) with time zone,
    duplicate_count integer DEFAULT 0 NOT NULL,
    CONSTRAINT created_count_is_possible CHECK ((created_count >= 0)),
    CONSTRAINT duplicate_count_is_possible CHECK ((duplicate_count >= 0)),
    CONSTRAINT file_digest_is_sha256 CHECK ((octet_length(file_digest) = 32)),
    CONSTRAINT last_line_is_possible CHECK ((last_line >= 0)),
    CONSTRAINT reading_digest_is_sha256 CHECK ((octet_length(reading_digest) = 32)),
    CONSTRAINT refused_count_is_possible CHECK ((refused_count >= 0)),
    CONSTRAINT run_is_possible CHECK ((run >= 1))
);

CREATE SEQUENCE public.contact_upload_id
    START WITH 1
    INCREMENT BY 1024
    NO MINVALUE
    MAXVALUE 9007199254740991
    CACHE 1;

CREATE TABLE public.contact_upload (
    advisor_id bigint NOT NULL,
    id bigint DEFAULT nextval('public.contact_upload_id'::regclass) NOT NULL,
    file_name text NOT NULL,
    bytes bytea,
    file_digest bytea NOT NULL,
    columns jsonb NOT NULL,
    line_count integer NOT NULL,
    right_count integer NOT NULL,
    refusals jsonb NOT NULL,
    group_id bigint,
    state text DEFAULT 'draft'::text NOT NULL,
    run integer,
    problem text,
    created_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    finished_at timestamp(3) with time zone,
    duplicate_count integer DEFAULT 0 NOT NULL,
    doubt_count integer DEFAULT 0 NOT NULL,
    encoding text DEFAULT 'utf-8'::text NOT NULL,
    CONSTRAINT file_digest_is_sha256 CHECK ((octet_length(file_digest) = 32)),
    CONSTRAINT file_name_is_given CHECK ((file_name <> ''::text)),
    CONSTRAINT state_is_known CHECK ((state = ANY (ARRAY['draft'::text, 'waiting'::text, 'running'::text, 'finished'::text, 'failed'::text])))
);

CREATE TABLE public.content_count (
    audience bigint NOT NULL,
    content_type text NOT NULL,
    item_count bigint NOT NULL,
    CONSTRAINT item_count_is_possible CHECK ((item_count >= 0))
);

CREATE SEQUENCE public.content_item_id
    START WITH 1
    INCREMENT BY 1024
    NO MINVALUE
    MAXVALUE 9007199254740991
    CACHE 1;

CREATE TABLE public.content_item (
    id bigint DEFAULT nextval('public.content_item_id'::regclass) NOT NULL,
    firm_id bigint,
    audience bigint GENERATED ALWAYS AS (COALESCE(firm_id, (0)::bigint)) STORED NOT NULL,
    published_at timestamp(3) with time zone NOT NULL,
    title_words tsvector NOT NULL,
    words tsvector NOT NULL,
    content_type text NOT NULL,
    title text NOT NULL,
    url text NOT NULL,
    summary text NOT NULL,
    source_key text NOT NULL,
    CONSTRAINT content_type_is_known CHECK ((content_type = ANY (ARRAY['WebContent'::text, 'Emails'::text, 'SocialPosts'::text, 'Print'::text, 'DownloadContent'::text]))),
    CONSTRAINT source_key_is_given CHECK ((source_key <> ''::text)),
    CONSTRAINT title_is_given CHECK ((title <> ''::text)),
    CONSTRAINT url_is_of_the_web CHECK ((url ~ '^https?://'::text))
);

CREATE TABLE public.conversation (
    advisor_id bigint NOT NULL,
    member_id bigint NOT NULL,
    unread_count integer DEFAULT 0 NOT NULL,
    read_up_to bigint DEFAULT 0 NOT NULL,
    read_at timestamp(3) with time zone,
    last_received_id bigint,
    last_failed_id bigint,
    CONSTRAINT unread_count_is_possible CHECK ((unread_count >= 0))
)
WITH (fillfactor='70');

CREATE TABLE public.dead_letter (
    advisor_id bigint NOT NULL,
    message_id bigint NOT NULL,
    ending text NOT NULL,
    reason text NOT NULL,
    attempts smallint NOT NULL,
    created_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    settled_at timestamp(3) with time zone,
    application_id bigint,
    CONSTRAINT ending_is_known CHECK ((ending = ANY (ARRAY['failed'::text, 'expired'::text, 'unconfirmed'::text])))
);

CREATE TABLE public.delivery (
    advisor_id bigint NOT NULL,
    message_id bigint NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    state smallint NOT NULL,
    seen smallint DEFAULT 0 NOT NULL,
    part smallint DEFAULT 0 NOT NULL,
    reason text,
    carrier_reason text,
    CONSTRAINT state_is_known CHECK (((state >= 1) AND (state <= 5)))
)
PARTITION BY RANGE (message_id);

CREATE TABLE public.delivery_00000 (
    advisor_id bigint NOT NULL,
    message_id bigint NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    state smallint NOT NULL,
    seen smallint DEFAULT 0 NOT NULL,
    part smallint DEFAULT 0 NOT NULL,
    reason text,
    carrier_reason text,
    CONSTRAINT state_is_known CHECK (((state >= 1) AND (state <= 5)))
)
WITH (fillfactor='50', autovacuum_freeze_min_age='0', autovacuum_vacuum_insert_scale_factor='0', autovacuum_vacuum_insert_threshold='1000000');

CREATE TABLE public.delivery_00080 (
    advisor_id bigint NOT NULL,
    message_id bigint NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    state smallint NOT NULL,
    seen smallint DEFAULT 0 NOT NULL,
    part smallint DEFAULT 0 NOT NULL,
    reason text,
    carrier_reason text,
    CONSTRAINT state_is_known CHECK (((state >= 1) AND (state <= 5)))
)
WITH (fillfactor='50', autovacuum_freeze_min_age='0', autovacuum_vacuum_insert_scale_factor='0', autovacuum_vacuum_insert_threshold='1000000');

CREATE TABLE public.directory_person (
    firm_id bigint NOT NULL,
    person_id bigint NOT NULL,
    user_name text NOT NULL,
    external_id text,
    display_name text,
    formatted_name text,
    given_name text,
    family_name text,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    removed_at timestamp with time zone
);

CREATE TABLE public.directory_token (
    firm_id bigint NOT NULL,
    hash bytea NOT NULL,
    hint text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone
);

CREATE SEQUENCE public.firm_id
    START WITH 1
    INCREMENT BY 1024
    NO MINVALUE
    MAXVALUE 9007199254740991
    CACHE 1;

CREATE TABLE public.firm (
    id bigint DEFAULT nextval('public.firm_id'::regclass) NOT NULL,
    name text NOT NULL,
    active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    second_factor_required boolean DEFAULT false NOT NULL,
    CONSTRAINT name_is_given CHECK ((name <> ''::text))
);

CREATE TABLE public.firm_authorization (
    firm_id bigint NOT NULL,
    application_id bigint NOT NULL,
    granted_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    scopes text[] DEFAULT '{}'::text[] NOT NULL
);

CREATE TABLE public.firm_directory (
    firm_id bigint NOT NULL,
    default_role text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT default_role_is_known CHECK ((default_role = ANY (ARRAY['assistant'::text, 'administrator'::text, 'supervisor'::text, 'principal'::text, 'auditor'::text])))
);

CREATE TABLE public.firm_sign_in (
    firm_id bigint NOT NULL,
    issuer text NOT NULL,
    client_id text NOT NULL,
    encrypted_client_secret bytea NOT NULL,
    is_only boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.firm_sign_in_attempt (
    firm_id bigint NOT NULL,
    state_hash bytea NOT NULL,
    browser_hash bytea NOT NULL,
    nonce text NOT NULL,
    code_verifier text NOT NULL,
    interaction text,
    target text NOT NULL,
    person_id bigint,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.firm_subject (
    firm_id bigint NOT NULL,
    person_id bigint NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL,
    linked_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.former_carrier_message (
    carrier text NOT NULL,
    carrier_message_id text NOT NULL,
    advisor_id bigint NOT NULL,
    message_id bigint NOT NULL,
    created_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    parts smallint DEFAULT 1 NOT NULL,
    CONSTRAINT parts_are_counted CHECK ((parts >= 1))
);

CREATE TABLE public.former_carrier_number (
    number text NOT NULL,
    carrier text NOT NULL,
    left_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL
);

CREATE TABLE public.group_removal (
    advisor_id bigint NOT NULL,
    group_id bigint NOT NULL,
    name text NOT NULL,
    contact_count integer NOT NULL,
    remaining integer NOT NULL,
    started_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    CONSTRAINT remaining_is_possible CHECK (((remaining >= 0) AND (remaining <= contact_count)))
)
WITH (fillfactor='50');

CREATE SEQUENCE public.handover_id
    START WITH 1
    INCREMENT BY 1024
    NO MINVALUE
    MAXVALUE 9007199254740991
    CACHE 1;

CREATE TABLE public.handover (
    advisor_id bigint NOT NULL,
    id bigint DEFAULT nextval('public.handover_id'::regclass) NOT NULL,
    former_holder_id bigint NOT NULL,
    holder_id bigint NOT NULL,
    former_name text NOT NULL,
    holder_name text NOT NULL,
    handed_over_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    notice text,
    last_member_id bigint NOT NULL,
    told_up_to bigint DEFAULT 0 NOT NULL,
    told integer DEFAULT 0 NOT NULL,
    refused jsonb DEFAULT '{}'::jsonb NOT NULL,
    finished_at timestamp(3) with time zone,
    CONSTRAINT notice_is_given CHECK ((notice <> ''::text))
);

CREATE TABLE public.held_application (
    application_id bigint NOT NULL,
    held_since timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL
);

CREATE TABLE public.idempotency_key (
    advisor_id bigint NOT NULL,
    application_id bigint NOT NULL,
    operation text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    fingerprint bytea NOT NULL,
    answer jsonb,
    created_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    CONSTRAINT fingerprint_is_sha256 CHECK ((octet_length(fingerprint) = 32)),
    CONSTRAINT key_is_of_possible_length CHECK (((length(key) >= 1) AND (length(key) <= 255)))
)
WITH (fillfactor='50');

CREATE TABLE public.inbound_part (
    advisor_id bigint NOT NULL,
    member_id bigint NOT NULL,
    number text NOT NULL,
    carrier text NOT NULL,
    reference text NOT NULL,
    count smallint NOT NULL,
    part smallint NOT NULL,
    carrier_message_id text NOT NULL,
    words bytea NOT NULL,
    sent_at timestamp(3) with time zone NOT NULL,
    received_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    CONSTRAINT part_is_counted CHECK (((part >= 1) AND (part <= count)))
);

CREATE TABLE public.inbound_text (
    carrier text NOT NULL,
    carrier_message_id text NOT NULL,
    received_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    advisor_id bigint,
    message_id bigint,
    stray jsonb,
    is_part boolean DEFAULT false NOT NULL,
    CONSTRAINT text_has_one_home CHECK ((((message_id IS NULL) = ((stray IS NOT NULL) OR is_part)) AND (NOT ((stray IS NOT NULL) AND is_part))))
);

CREATE TABLE public.installation (
    cell integer NOT NULL,
    environment text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT cell_is_from_1_to_1023 CHECK (((cell >= 1) AND (cell <= 1023))),
    CONSTRAINT environment_is_known CHECK ((environment = ANY (ARRAY['sandbox'::text, 'production'::text])))
);

CREATE SEQUENCE public.journal_id
    START WITH 1
    INCREMENT BY 1024
    NO MINVALUE
    MAXVALUE 9007199254740991
    CACHE 1;

CREATE TABLE public.journal (
    advisor_id bigint NOT NULL,
    occurred_at timestamp(3) with time zone NOT NULL,
    id bigint DEFAULT nextval('public.journal_id'::regclass) NOT NULL,
    kind text NOT NULL,
    subject_id bigint NOT NULL,
    entry jsonb,
    digest bytea NOT NULL,
    head bytea,
    facts bytea,
    salts bytea,
    tx xid8 DEFAULT pg_current_xact_id() NOT NULL,
    firm_id bigint,
    CONSTRAINT digest_is_sha256 CHECK ((octet_length(digest) = 32)),
    CONSTRAINT kind_is_given CHECK ((kind <> ''::text))
)
PARTITION BY RANGE (occurred_at);

CREATE TABLE public.log_blinding (
    secret bytea NOT NULL
);

CREATE VIEW public.journal_commitment AS
 SELECT journal.advisor_id,
    journal.firm_id,
    journal.occurred_at,
    journal.id,
    journal.tx,
        CASE
            WHEN (journal.salts IS NULL) THEN sha256(((convert_to('parley old entry
'::text, 'UTF8'::name) || ( SELECT sha256((log_blinding.secret || int8send(journal.id))) AS sha256
               FROM public.log_blinding)) || journal.digest))
            ELSE journal.digest
        END AS commitment
   FROM public.journal;

CREATE VIEW public.journal_entry WITH (security_invoker='true') AS
 SELECT journal.advisor_id,
    journal.occurred_at,
    journal.id,
    journal.kind,
    journal.subject_id,
    public.entry_of(journal.entry, journal.head, journal.facts) AS entry,
    journal.digest
   FROM public.journal;

CREATE TABLE public.lane (
    advisor_id bigint NOT NULL,
    number text NOT NULL,
    texts_per_second real DEFAULT 20 NOT NULL,
    next_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    is_held boolean DEFAULT false NOT NULL,
    held_applications bigint[],
    withdrawn_applications bigint[],
    held_since timestamp(3) with time zone,
    CONSTRAINT pace_is_positive CHECK ((texts_per_second > (0)::double precision))
)
WITH (fillfactor='20');

COMMENT ON COLUMN public.lane.held_applications IS 'Those of held_application that were held when the lane was there already. Null: none.';

CREATE VIEW public.living_authorization AS
 SELECT given.advisor_id,
    given.application_id,
    given.grant_id,
    given.scopes,
    given.granted_at,
    given.expires_at
   FROM public.authorization_grant given
  WHERE ((given.revoked_at IS NULL) AND (given.expires_at > now()))
UNION ALL
 SELECT advisor.id AS advisor_id,
    given.application_id,
    NULL::text AS grant_id,
    given.scopes,
    given.granted_at,
    NULL::timestamp with time zone AS expires_at
   FROM (public.firm_authorization given
     JOIN public.advisor ON ((advisor.firm_id = given.firm_id)))
  WHERE (given.revoked_at IS NULL);

CREATE TABLE public.log_chain (
    owner_id bigint NOT NULL,
    tag bytea NOT NULL,
    CONSTRAINT tag_is_complete CHECK ((octet_length(tag) = 16))
);

CREATE TABLE public.log_entry (
    owner_id bigint NOT NULL,
    seq bigint NOT NULL,
    log_index bigint NOT NULL,
    occurred_at timestamp(3) with time zone NOT NULL,
    entry_id bigint NOT NULL,
    leaf_hash bytea NOT NULL,
    CONSTRAINT leaf_hash_is_complete CHECK ((octet_length(leaf_hash) = 32)),
    CONSTRAINT seq_is_positive CHECK ((seq > 0))
)
PARTITION BY RANGE (log_index);

CREATE TABLE public.log_entry_00000 (
    owner_id bigint NOT NULL,
    seq bigint NOT NULL,
    log_index bigint NOT NULL,
    occurred_at timestamp(3) with time zone NOT NULL,
    entry_id bigint NOT NULL,
    leaf_hash bytea NOT NULL,
    CONSTRAINT leaf_hash_is_complete CHECK ((octet_length(leaf_hash) = 32)),
    CONSTRAINT seq_is_positive CHECK ((seq > 0))
)
WITH (autovacuum_freeze_min_age='0', autovacuum_vacuum_insert_scale_factor='0', autovacuum_vacuum_insert_threshold='1000000');

CREATE TABLE public.log_refusal (
    is_only boolean DEFAULT true NOT NULL,
    why text NOT NULL,
    since timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT log_refusal_is_only_check CHECK (is_only)
);

CREATE SEQUENCE public.mail_id
    START WITH 1
    INCREMENT BY 1024
    NO MINVALUE
    MAXVALUE 9007199254740991
    CACHE 1;

CREATE TABLE public.mail (
    id bigint DEFAULT nextval('public.mail_id'::regclass) NOT NULL,
    purpose text NOT NULL,
    recipient text NOT NULL,
    subject text NOT NULL,
    body text,
    created_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_at timestamp(3) with time zone NOT NULL,
    failure text,
    outcome text,
    ended_at timestamp(3) with time zone,
    CONSTRAINT body_is_short CHECK (((length(body) >= 1) AND (length(body) <= 10000))),
    CONSTRAINT ended_has_an_outcome CHECK (((outcome IS NULL) = (ended_at IS NULL))),
    CONSTRAINT ended_has_no_body CHECK (((outcome IS NULL) = (body IS NOT NULL))),
    CONSTRAINT outcome_is_known CHECK ((outcome = ANY (ARRAY['sent'::text, 'refused'::text, 'expired'::text]))),
    CONSTRAINT purpose_is_short CHECK (((length(purpose) >= 1) AND (length(purpose) <= 50))),
    CONSTRAINT recipient_is_an_address CHECK (((recipient ~ '^[^[:cntrl:][:space:]<>()",;:@]+@[^[:cntrl:][:space:]<>()",;:@]+$'::text) AND (length(recipient) <= 254))),
    CONSTRAINT subject_is_a_line CHECK (((subject !~ '[[:cntrl:]]'::text) AND ((length(subject) >= 1) AND (length(subject) <= 200))))
);

CREATE SEQUENCE public.member_id
    START WITH 1
    INCREMENT BY 1024
    NO MINVALUE
    MAXVALUE 9007199254740991
    CACHE 1;

CREATE TABLE public.member (
    advisor_id bigint NOT NULL,
    id bigint DEFAULT nextval('public.member_id'::regclass) NOT NULL,
    phone text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    consent text DEFAULT 'none'::text NOT NULL,
    consent_version integer DEFAULT 0 NOT NULL,
    consent_changed_at timestamp(3) with time zone,
    has_accepted boolean DEFAULT false NOT NULL,
    is_guided boolean DEFAULT false NOT NULL,
    stopped_at timestamp(3) with time zone,
    started_at timestamp(3) with time zone,
    asked_at timestamp(3) with time zone,
    declined_at timestamp(3) with time zone,
    declines smallint DEFAULT 0 NOT NULL,
    helped_at timestamp(3) with time zone,
    confirmations smallint DEFAULT 0 NOT NULL,
    confirmed_since timestamp(3) with time zone,
    CONSTRAINT phone_is_e164 CHECK ((phone ~ '^\+[1-9][0-9]{7,14}$'::text))
)
WITH (fillfactor='80');

CREATE TABLE public.membership (
    advisor_id bigint NOT NULL,
    contact_id bigint NOT NULL,
    group_id bigint NOT NULL
);

CREATE TABLE public.message (
    advisor_id bigint NOT NULL,
    id bigint NOT NULL,
    member_id bigint NOT NULL,
    direction text NOT NULL,
    kind text NOT NULL,
    number text NOT NULL,
    phone text NOT NULL,
    text text NOT NULL,
    status text,
    reason text,
    consent_version integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone,
    carrier_reason text,
    CONSTRAINT direction_is_known CHECK ((direction = ANY (ARRAY['out'::text, 'in'::text]))),
    CONSTRAINT status_is_known CHECK ((status = ANY (ARRAY['accepted'::text, 'submitted'::text, 'unconfirmed'::text, 'failed'::text, 'undelivered'::text, 'delivered'::text, 'received'::text])))
)
PARTITION BY RANGE (id);

CREATE TABLE public.message_00000 (
    advisor_id bigint NOT NULL,
    id bigint NOT NULL,
    member_id bigint NOT NULL,
    direction text NOT NULL,
    kind text NOT NULL,
    number text NOT NULL,
    phone text NOT NULL,
    text text NOT NULL,
    status text,
    reason text,
    consent_version integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone,
    carrier_reason text,
    CONSTRAINT direction_is_known CHECK ((direction = ANY (ARRAY['out'::text, 'in'::text]))),
    CONSTRAINT kind_is_known CHECK ((kind = ANY (ARRAY['text'::text, 'consent_request'::text, 'guidance'::text, 'stop_confirmation'::text, 'opt_in_confirmation'::text, 'help'::text]))),
    CONSTRAINT status_is_known CHECK ((status = ANY (ARRAY['accepted'::text, 'submitted'::text, 'unconfirmed'::text, 'failed'::text, 'undelivered'::text, 'delivered'::text, 'received'::text])))
)
WITH (autovacuum_freeze_min_age='0', autovacuum_vacuum_insert_scale_factor='0', autovacuum_vacuum_insert_threshold='1000000');

CREATE TABLE public.message_00080 (
    advisor_id bigint NOT NULL,
    id bigint NOT NULL,
    member_id bigint NOT NULL,
    direction text NOT NULL,
    kind text NOT NULL,
    number text NOT NULL,
    phone text NOT NULL,
    text text NOT NULL,
    status text,
    reason text,
    consent_version integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone,
    carrier_reason text,
    CONSTRAINT direction_is_known CHECK ((direction = ANY (ARRAY['out'::text, 'in'::text]))),
    CONSTRAINT kind_is_known CHECK ((kind = ANY (ARRAY['text'::text, 'consent_request'::text, 'guidance'::text, 'stop_confirmation'::text, 'opt_in_confirmation'::text, 'help'::text]))),
    CONSTRAINT status_is_known CHECK ((status = ANY (ARRAY['accepted'::text, 'submitted'::text, 'unconfirmed'::text, 'failed'::text, 'undelivered'::text, 'delivered'::text, 'received'::text])))
)
WITH (autovacuum_freeze_min_age='0', autovacuum_vacuum_insert_scale_factor='0', autovacuum_vacuum_insert_threshold='1000000');

CREATE SEQUENCE public.message_id
    START WITH 1
    INCREMENT BY 1024
    NO MINVALUE
    MAXVALUE 9007199254740991
    CACHE 1;

CREATE VIEW public.message_status WITH (security_invoker='true') AS
 SELECT message.advisor_id,
    message.id,
    message.member_id,
    message.direction,
    message.kind,
    message.number,
    message.phone,
    message.text,
    message.consent_version,
    message.created_at,
        CASE message.direction
            WHEN 'in'::text THEN 'received'::text
            ELSE COALESCE(public.state_name(delivery.state), message.status, 'accepted'::text)
        END AS status,
        CASE
            WHEN (delivery.state IS NULL) THEN message.reason
            ELSE delivery.reason
        END AS reason,
        CASE
            WHEN (delivery.state IS NULL) THEN message.carrier_reason
            ELSE delivery.carrier_reason
        END AS carrier_reason,
    COALESCE(delivery.updated_at, message.updated_at, message.created_at) AS updated_at
   FROM (public.message
     LEFT JOIN public.delivery ON (((delivery.advisor_id = message.advisor_id) AND (delivery.message_id = message.id) AND (delivery.part = 0))));

CREATE TABLE public.oauth_artifact (
    model text NOT NULL,
    id text NOT NULL,
    payload jsonb NOT NULL,
    grant_id text,
    uid text,
    expires_at timestamp with time zone,
    consumed_at timestamp with time zone,
    advisor_id bigint
);

CREATE TABLE public.outbox (
    advisor_id bigint NOT NULL,
    member_id bigint NOT NULL,
    message_id bigint NOT NULL,
    number text NOT NULL,
    phone text,
    text text,
    passes_gate boolean NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone,
    attempts smallint DEFAULT 0 NOT NULL,
    claim_id uuid,
    lease_until timestamp(3) with time zone,
    claimed_consent_version integer,
    carrier text,
    application_id bigint,
    trace_parent text
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='10000', autovacuum_vacuum_cost_delay='0', fillfactor='45');

CREATE TABLE public.overview_answer (
    advisor_id bigint NOT NULL,
    log_index bigint NOT NULL,
    waited_ms bigint NOT NULL
);

CREATE TABLE public.overview_cursor (
    is_only boolean DEFAULT true NOT NULL,
    "position" bigint DEFAULT 0 NOT NULL,
    CONSTRAINT one_row CHECK (is_only)
);

CREATE TABLE public.overview_period (
    owner_id bigint NOT NULL,
    grain text NOT NULL,
    starts_on date NOT NULL,
    firm_id bigint,
    first_index bigint NOT NULL,
    last_index bigint NOT NULL,
    texts integer NOT NULL,
    delivered integer NOT NULL,
    failures integer NOT NULL,
    replies integer NOT NULL,
    consents_asked integer NOT NULL,
    consents_given integer NOT NULL,
    opt_outs integer NOT NULL,
    answers integer NOT NULL,
    waited_ms bigint NOT NULL,
    w00 integer DEFAULT 0 NOT NULL,
    w01 integer DEFAULT 0 NOT NULL,
    w02 integer DEFAULT 0 NOT NULL,
    w03 integer DEFAULT 0 NOT NULL,
    w04 integer DEFAULT 0 NOT NULL,
    w05 integer DEFAULT 0 NOT NULL,
    w06 integer DEFAULT 0 NOT NULL,
    w07 integer DEFAULT 0 NOT NULL,
    w08 integer DEFAULT 0 NOT NULL,
    w09 integer DEFAULT 0 NOT NULL,
    w10 integer DEFAULT 0 NOT NULL,
    w11 integer DEFAULT 0 NOT NULL,
    w12 integer DEFAULT 0 NOT NULL,
    w13 integer DEFAULT 0 NOT NULL,
    w14 integer DEFAULT 0 NOT NULL,
    w15 integer DEFAULT 0 NOT NULL,
    w16 integer DEFAULT 0 NOT NULL,
    w17 integer DEFAULT 0 NOT NULL,
    w18 integer DEFAULT 0 NOT NULL,
    w19 integer DEFAULT 0 NOT NULL,
    w20 integer DEFAULT 0 NOT NULL,
    w21 integer DEFAULT 0 NOT NULL,
    w22 integer DEFAULT 0 NOT NULL,
    w23 integer DEFAULT 0 NOT NULL,
    w24 integer DEFAULT 0 NOT NULL,
    w25 integer DEFAULT 0 NOT NULL,
    w26 integer DEFAULT 0 NOT NULL,
    w27 integer DEFAULT 0 NOT NULL,
    w28 integer DEFAULT 0 NOT NULL,
    w29 integer DEFAULT 0 NOT NULL,
    w30 integer DEFAULT 0 NOT NULL,
    w31 integer DEFAULT 0 NOT NULL,
    CONSTRAINT grain_is_known CHECK ((grain = ANY (ARRAY['day'::text, 'month'::text])))
)
WITH (fillfactor='60');

CREATE TABLE public.overview_wait (
    advisor_id bigint NOT NULL,
    member_id bigint NOT NULL,
    since timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.passkey (
    advisor_id bigint NOT NULL,
    credential_id text NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports text[] NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone
);

CREATE TABLE public.person (
    id bigint DEFAULT nextval('public.advisor_id'::regclass) NOT NULL,
    firm_id bigint NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    password_hash text,
    active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT email_is_given CHECK ((email ~~ '%_@_%'::text)),
    CONSTRAINT name_is_given CHECK ((name <> ''::text))
);

CREATE TABLE public.person_role (
    person_id bigint NOT NULL,
    role text NOT NULL,
    given_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT role_is_known CHECK ((role = ANY (ARRAY['advisor'::text, 'assistant'::text, 'administrator'::text, 'supervisor'::text, 'principal'::text, 'auditor'::text])))
);

CREATE TABLE public.receipt (
    carrier text NOT NULL,
    carrier_message_id text NOT NULL,
    status text NOT NULL,
    reason text,
    carrier_time timestamp(3) with time zone NOT NULL,
    received_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    advisor_id bigint,
    message_id bigint,
    about jsonb,
    carrier_reason text,
    CONSTRAINT status_is_known CHECK ((status = ANY (ARRAY['enroute'::text, 'delivered'::text, 'undelivered'::text, 'failed'::text])))
);

CREATE TABLE public.recovery_code (
    person_id bigint NOT NULL,
    code_hash bytea NOT NULL,
    used_at timestamp(3) with time zone
);

CREATE TABLE public.schedule_firing (
    advisor_id bigint NOT NULL,
    schedule_id bigint NOT NULL,
    occurrence integer NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    fired_at timestamp(3) with time zone NOT NULL,
    outcome text NOT NULL,
    code text,
    message_id bigint,
    CONSTRAINT only_a_refusal_has_a_code CHECK (((outcome = 'refused'::text) = (code IS NOT NULL))),
    CONSTRAINT only_a_text_has_an_id CHECK (((outcome = 'accepted'::text) = (message_id IS NOT NULL))),
    CONSTRAINT outcome_is_known CHECK ((outcome = ANY (ARRAY['accepted'::text, 'refused'::text, 'skipped'::text])))
);

CREATE TABLE public.second_factor (
    person_id bigint NOT NULL,
    encrypted_secret bytea NOT NULL,
    used_step bigint NOT NULL,
    added_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL
);

CREATE SEQUENCE public.sending_hold_id
    START WITH 1
    INCREMENT BY 1024
    NO MINVALUE
    MAXVALUE 9007199254740991
    CACHE 1;

CREATE TABLE public.sending_hold (
    id bigint DEFAULT nextval('public.sending_hold_id'::regclass) NOT NULL,
    advisor_id bigint,
    firm_id bigint,
    application_id bigint,
    reason text NOT NULL,
    placed_by text NOT NULL,
    placed_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    released_by text,
    released_at timestamp(3) with time zone,
    awaits_review boolean DEFAULT false NOT NULL,
    CONSTRAINT hold_has_one_subject CHECK ((num_nonnulls(advisor_id, firm_id, application_id) = 1)),
    CONSTRAINT reason_is_given CHECK ((reason <> ''::text)),
    CONSTRAINT release_is_whole CHECK (((released_by IS NULL) = (released_at IS NULL)))
);

COMMENT ON COLUMN public.sending_hold.awaits_review IS 'Placed by itself until somebody has looked at the texts; an administrator of the firm may release it, too.';

CREATE TABLE public.sign_in_domain (
    firm_id bigint NOT NULL,
    domain text NOT NULL,
    proof text NOT NULL,
    verified_at timestamp with time zone,
    CONSTRAINT domain_is_lower_case CHECK ((domain = lower(domain)))
);

CREATE TABLE public.sign_in_failure (
    subject bytea NOT NULL,
    failures integer NOT NULL,
    last_failed_at timestamp with time zone DEFAULT now() NOT NULL,
    advisor_id bigint
);

CREATE TABLE public.sign_in_link (
    person_id bigint NOT NULL,
    token_hash bytea NOT NULL,
    purpose text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT purpose_is_known CHECK ((purpose = ANY (ARRAY['invitation'::text, 'reset'::text])))
);

CREATE TABLE public.signing_key (
    kid text NOT NULL,
    public_jwk jsonb NOT NULL,
    encrypted_private_jwk bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    retired_at timestamp with time zone
);

CREATE TABLE public.simulator_event (
    kind text NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    text_id bigint NOT NULL,
    statuses text[],
    reason text,
    phone text,
    number text,
    text text,
    part_ids text[],
    short_reference integer,
    CONSTRAINT event_is_whole CHECK (
CASE kind
    WHEN 'receipt'::text THEN (statuses IS NOT NULL)
    ELSE ((phone IS NOT NULL) AND (number IS NOT NULL) AND (text IS NOT NULL))
END),
    CONSTRAINT kind_is_known CHECK ((kind = ANY (ARRAY['receipt'::text, 'reply'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='10000', autovacuum_vacuum_cost_delay='0');

CREATE TABLE public.simulator_handset (
    phone text NOT NULL,
    number text NOT NULL,
    behaviour text NOT NULL,
    CONSTRAINT behaviour_is_known CHECK ((behaviour = ANY (ARRAY['delivers'::text, 'fails'::text, 'silent'::text, 'slow'::text])))
);

CREATE TABLE public.simulator_refusal (
    reference text NOT NULL,
    times smallint NOT NULL
);

CREATE TABLE public.simulator_setting (
    is_up boolean DEFAULT true NOT NULL,
    is_delivering boolean DEFAULT true NOT NULL,
    answer text DEFAULT 'once'::text NOT NULL,
    answer_delay_ms integer DEFAULT 0 NOT NULL,
    CONSTRAINT answer_is_known CHECK ((answer = ANY (ARRAY['once'::text, 'twice'::text, 'never'::text, 'dropped'::text]))),
    CONSTRAINT delay_is_not_negative CHECK ((answer_delay_ms >= 0))
);

CREATE SEQUENCE public.simulator_text_id
    START WITH 1
    INCREMENT BY 1024
    NO MINVALUE
    MAXVALUE 9007199254740991
    CACHE 1;

CREATE TABLE public.simulator_text (
    phone text NOT NULL,
    number text NOT NULL,
    id bigint DEFAULT nextval('public.simulator_text_id'::regclass) NOT NULL,
    reference text,
    text text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL
);

CREATE TABLE public.texting_number (
    advisor_id bigint NOT NULL,
    number text NOT NULL,
    active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT number_is_e164 CHECK ((number ~ '^\+[1-9][0-9]{7,14}$'::text))
);

CREATE TABLE public.texting_policy (
    firm_id bigint NOT NULL,
    version integer NOT NULL,
    consent_required boolean NOT NULL,
    consent_request_text text,
    help_text text NOT NULL,
    stop_confirmation_text text NOT NULL,
    decided_by text NOT NULL,
    decided_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    ask_again_after_hours integer DEFAULT 0 NOT NULL,
    ask_again_after_no_days integer DEFAULT 30 NOT NULL,
    declines_most smallint DEFAULT 2 NOT NULL,
    opt_in_confirmation_text text DEFAULT '{firm}: you agreed to texts from {advisor}. Message frequency varies. Message and data rates may apply. Reply HELP for help or STOP to opt out.'::text NOT NULL,
    CONSTRAINT ask_again_after_hours_is_possible CHECK (((ask_again_after_hours >= 0) AND (ask_again_after_hours <= 8760))),
    CONSTRAINT ask_again_after_no_days_is_possible CHECK (((ask_again_after_no_days >= 0) AND (ask_again_after_no_days <= 3650))),
    CONSTRAINT consent_request_text_is_not_empty CHECK ((consent_request_text <> ''::text)),
    CONSTRAINT declines_most_is_possible CHECK (((declines_most >= 1) AND (declines_most <= 10))),
    CONSTRAINT help_text_is_given CHECK ((help_text <> ''::text)),
    CONSTRAINT opt_in_confirmation_text_is_given CHECK ((opt_in_confirmation_text <> ''::text)),
    CONSTRAINT stop_confirmation_text_is_given CHECK ((stop_confirmation_text <> ''::text)),
    CONSTRAINT version_counts_from_1 CHECK ((version >= 1))
);

CREATE TABLE public.webhook_attempt (
    application_id bigint NOT NULL,
    endpoint_id bigint NOT NULL,
    "position" bigint NOT NULL,
    attempt integer NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    advisor_id bigint NOT NULL,
    event_id text NOT NULL,
    type text NOT NULL,
    outcome text NOT NULL,
    http_status integer,
    error text,
    milliseconds integer NOT NULL,
    CONSTRAINT outcome_is_known CHECK ((outcome = ANY (ARRAY['delivered'::text, 'refused'::text, 'timeout'::text, 'unreachable'::text])))
);

CREATE SEQUENCE public.webhook_endpoint_id
    START WITH 1
    INCREMENT BY 1024
    NO MINVALUE
    MAXVALUE 9007199254740991
    CACHE 1;

CREATE TABLE public.webhook_endpoint (
    application_id bigint NOT NULL,
    id bigint DEFAULT nextval('public.webhook_endpoint_id'::regclass) NOT NULL,
    url text NOT NULL,
    types text[],
    advisor_ids bigint[],
    events_per_second integer,
    status text NOT NULL,
    paused_because text,
    "position" bigint NOT NULL,
    begun_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    failing_since timestamp(3) with time zone,
    probes integer DEFAULT 0 NOT NULL,
    probe_at timestamp(3) with time zone,
    delivered_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    replay_of bigint,
    ends_at bigint,
    holder uuid,
    lease_until timestamp with time zone,
    epoch bigint DEFAULT 0 NOT NULL,
    notice_email text,
    notice_stage smallint DEFAULT 0 NOT NULL,
    notice_outage timestamp(3) with time zone,
    noticed_at timestamp(3) with time zone,
    CONSTRAINT notice_stage_is_known CHECK (((notice_stage >= 0) AND (notice_stage <= 4))),
    CONSTRAINT pause_has_a_reason CHECK (((status = 'paused'::text) = (paused_because IS NOT NULL))),
    CONSTRAINT pause_is_known CHECK ((paused_because = ANY (ARRAY['asked'::text, 'gone'::text, 'failing'::text]))),
    CONSTRAINT rate_is_positive CHECK ((events_per_second > 0)),
    CONSTRAINT replay_ends CHECK (((replay_of IS NULL) = (ends_at IS NULL))),
    CONSTRAINT status_is_known CHECK ((status = ANY (ARRAY['untested'::text, 'active'::text, 'failing'::text, 'paused'::text])))
)
WITH (fillfactor='50');

CREATE TABLE public.webhook_parked (
    application_id bigint NOT NULL,
    endpoint_id bigint NOT NULL,
    "position" bigint NOT NULL,
    advisor_id bigint NOT NULL,
    lane text NOT NULL,
    attempts integer NOT NULL,
    next_at timestamp(3) with time zone NOT NULL,
    missed_at timestamp(3) with time zone
);

CREATE TABLE public.webhook_secret (
    application_id bigint NOT NULL,
    endpoint_id bigint NOT NULL,
    id bigint DEFAULT nextval('public.webhook_endpoint_id'::regclass) NOT NULL,
    kind text NOT NULL,
    encrypted bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT statement_timestamp() NOT NULL,
    expires_at timestamp(3) with time zone,
    CONSTRAINT kind_is_known CHECK ((kind = ANY (ARRAY['hmac'::text, 'ed25519'::text])))
);

ALTER TABLE ONLY public.delivery ATTACH PARTITION public.delivery_00000 FOR VALUES FROM ('0') TO ('409600000000');

ALTER TABLE ONLY public.delivery ATTACH PARTITION public.delivery_00080 FOR VALUES FROM ('409600000000') TO ('819200000000');

ALTER TABLE ONLY public.log_entry ATTACH PARTITION public.log_entry_00000 FOR VALUES FROM ('0') TO ('1200000000');

ALTER TABLE ONLY public.message ATTACH PARTITION public.message_00000 FOR VALUES FROM ('0') TO ('409600000000');

ALTER TABLE ONLY public.message ATTACH PARTITION public.message_00080 FOR VALUES FROM ('409600000000') TO ('819200000000');

ALTER TABLE public.schedule
    ADD CONSTRAINT a_held_one_says_why CHECK (((status = 'held'::text) = (hold_reason IS NOT NULL))) NOT VALID;

ALTER TABLE ONLY public.address_book
    ADD CONSTRAINT address_book_pkey PRIMARY KEY (advisor_id);

ALTER TABLE ONLY public.advisor
    ADD CONSTRAINT advisor_identifier_key UNIQUE (identifier);

ALTER TABLE ONLY public.advisor
    ADD CONSTRAINT advisor_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_hash_key UNIQUE (hash);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.app_session
    ADD CONSTRAINT app_session_pkey PRIMARY KEY (advisor_id, id);

ALTER TABLE ONLY public.app_session
    ADD CONSTRAINT app_session_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.application
    ADD CONSTRAINT application_client_id_key UNIQUE (client_id);

ALTER TABLE ONLY public.application
    ADD CONSTRAINT application_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.assistant_advisor
    ADD CONSTRAINT assistant_advisor_pkey PRIMARY KEY (advisor_id, assistant_id);

ALTER TABLE ONLY public.authorization_grant
    ADD CONSTRAINT authorization_grant_grant_id_key UNIQUE (grant_id);

ALTER TABLE ONLY public.authorization_grant
    ADD CONSTRAINT authorization_grant_pkey PRIMARY KEY (advisor_id, application_id, grant_id);

ALTER TABLE ONLY public.backup_report
    ADD CONSTRAINT backup_report_pkey PRIMARY KEY (kind);

ALTER TABLE ONLY public.break_glass_link
    ADD CONSTRAINT break_glass_link_pkey PRIMARY KEY (person_id, hash);

ALTER TABLE ONLY public.carrier_number
    ADD CONSTRAINT carrier_number_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.carrier
    ADD CONSTRAINT carrier_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.carrier_state
    ADD CONSTRAINT carrier_state_pkey PRIMARY KEY (carrier, worker);

ALTER TABLE ONLY public.client_secret
    ADD CONSTRAINT client_secret_hash_key UNIQUE (hash);

ALTER TABLE ONLY public.client_secret
    ADD CONSTRAINT client_secret_pkey PRIMARY KEY (application_id, hash);

ALTER TABLE ONLY public.consent_event
    ADD CONSTRAINT consent_event_pkey PRIMARY KEY (advisor_id, member_id, version);

ALTER TABLE ONLY public.consent_exception
    ADD CONSTRAINT consent_exception_pkey PRIMARY KEY (advisor_id);

ALTER TABLE public.member
    ADD CONSTRAINT consent_is_known CHECK ((consent = ANY (ARRAY['none'::text, 'pending'::text, 'declined'::text, 'accepted'::text, 'opted_out'::text]))) NOT VALID;

ALTER TABLE ONLY public.console_link
    ADD CONSTRAINT console_link_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.console_session
    ADD CONSTRAINT console_session_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.contact_group
    ADD CONSTRAINT contact_group_pkey PRIMARY KEY (advisor_id, id);

ALTER TABLE ONLY public.contact_import
    ADD CONSTRAINT contact_import_pkey PRIMARY KEY (advisor_id, file_digest, run);

ALTER TABLE ONLY public.contact
    ADD CONSTRAINT contact_pkey PRIMARY KEY (advisor_id, id);

ALTER TABLE ONLY public.contact_upload
    ADD CONSTRAINT contact_upload_pkey PRIMARY KEY (advisor_id, id);

ALTER TABLE ONLY public.content_count
    ADD CONSTRAINT content_count_pkey PRIMARY KEY (audience, content_type);

ALTER TABLE ONLY public.content_item
    ADD CONSTRAINT content_item_has_its_source_key_alone UNIQUE (audience, source_key);

ALTER TABLE ONLY public.content_item
    ADD CONSTRAINT content_item_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.conversation
    ADD CONSTRAINT conversation_pkey PRIMARY KEY (advisor_id, member_id);

ALTER TABLE ONLY public.dead_letter
    ADD CONSTRAINT dead_letter_pkey PRIMARY KEY (advisor_id, message_id);

ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_pkey PRIMARY KEY (advisor_id, message_id, part);

ALTER TABLE ONLY public.delivery_00000
    ADD CONSTRAINT delivery_00000_pkey PRIMARY KEY (advisor_id, message_id, part);

ALTER TABLE ONLY public.delivery_00080
    ADD CONSTRAINT delivery_00080_pkey PRIMARY KEY (advisor_id, message_id, part);

ALTER TABLE ONLY public.directory_person
    ADD CONSTRAINT directory_person_pkey PRIMARY KEY (firm_id, person_id);

ALTER TABLE ONLY public.directory_token
    ADD CONSTRAINT directory_token_pkey PRIMARY KEY (firm_id, hash);

ALTER TABLE public.journal
    ADD CONSTRAINT entry_has_one_form CHECK (
CASE
    WHEN (entry IS NULL) THEN (num_nulls(head, facts, salts) = 0)
    ELSE (num_nonnulls(head, facts, salts) = 0)
END) NOT VALID;

ALTER TABLE ONLY public.firm_authorization
    ADD CONSTRAINT firm_authorization_pkey PRIMARY KEY (firm_id, application_id);

ALTER TABLE ONLY public.firm_directory
    ADD CONSTRAINT firm_directory_pkey PRIMARY KEY (firm_id);

ALTER TABLE ONLY public.firm
    ADD CONSTRAINT firm_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.firm_sign_in_attempt
    ADD CONSTRAINT firm_sign_in_attempt_pkey PRIMARY KEY (firm_id, state_hash);

ALTER TABLE ONLY public.firm_sign_in
    ADD CONSTRAINT firm_sign_in_pkey PRIMARY KEY (firm_id);

ALTER TABLE ONLY public.firm_subject
    ADD CONSTRAINT firm_subject_pkey PRIMARY KEY (firm_id, person_id, issuer);

ALTER TABLE ONLY public.former_carrier_message
    ADD CONSTRAINT former_carrier_message_pkey PRIMARY KEY (carrier, carrier_message_id);

ALTER TABLE ONLY public.former_carrier_number
    ADD CONSTRAINT former_carrier_number_pkey PRIMARY KEY (number, carrier);

ALTER TABLE ONLY public.group_removal
    ADD CONSTRAINT group_removal_pkey PRIMARY KEY (advisor_id, group_id);

ALTER TABLE ONLY public.handover
    ADD CONSTRAINT handover_pkey PRIMARY KEY (advisor_id, id);

ALTER TABLE ONLY public.held_application
    ADD CONSTRAINT held_application_pkey PRIMARY KEY (application_id);

ALTER TABLE ONLY public.high_water
    ADD CONSTRAINT high_water_pkey PRIMARY KEY (is_only);

ALTER TABLE public.schedule
    ADD CONSTRAINT hold_reason_is_known CHECK ((hold_reason = ANY (ARRAY['number_changed'::text, 'restored'::text, 'handed_over'::text]))) NOT VALID;

ALTER TABLE ONLY public.idempotency_key
    ADD CONSTRAINT idempotency_key_pkey PRIMARY KEY (advisor_id, application_id, operation, key);

ALTER TABLE ONLY public.inbound_part
    ADD CONSTRAINT inbound_part_pkey PRIMARY KEY (advisor_id, member_id, number, carrier, reference, count, part);

ALTER TABLE ONLY public.inbound_text
    ADD CONSTRAINT inbound_text_pkey PRIMARY KEY (carrier, carrier_message_id);

ALTER TABLE ONLY public.journal
    ADD CONSTRAINT journal_pkey PRIMARY KEY (advisor_id, occurred_at, id);

ALTER TABLE public.message
    ADD CONSTRAINT kind_is_known CHECK ((kind = ANY (ARRAY['text'::text, 'consent_request'::text, 'guidance'::text, 'stop_confirmation'::text, 'opt_in_confirmation'::text, 'help'::text]))) NOT VALID;

ALTER TABLE ONLY public.lane
    ADD CONSTRAINT lane_pkey PRIMARY KEY (advisor_id, number);

ALTER TABLE ONLY public.log_chain
    ADD CONSTRAINT log_chain_pkey PRIMARY KEY (owner_id);

ALTER TABLE ONLY public.log_chain
    ADD CONSTRAINT log_chain_tag_key UNIQUE (tag);

ALTER TABLE ONLY public.log_checkpoint
    ADD CONSTRAINT log_checkpoint_pkey PRIMARY KEY (origin, size);

ALTER TABLE ONLY public.log_entry
    ADD CONSTRAINT log_entry_pkey PRIMARY KEY (owner_id, seq, log_index);

ALTER TABLE ONLY public.log_entry_00000
    ADD CONSTRAINT log_entry_00000_pkey PRIMARY KEY (owner_id, seq, log_index);

ALTER TABLE ONLY public.log_refusal
    ADD CONSTRAINT log_refusal_pkey PRIMARY KEY (is_only);

ALTER TABLE ONLY public.log_state
    ADD CONSTRAINT log_state_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.mail
    ADD CONSTRAINT mail_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_has_its_phone_alone UNIQUE (advisor_id, phone);

ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_pkey PRIMARY KEY (advisor_id, id);

ALTER TABLE ONLY public.membership
    ADD CONSTRAINT membership_pkey PRIMARY KEY (advisor_id, contact_id, group_id);

ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_pkey PRIMARY KEY (advisor_id, id);

ALTER TABLE ONLY public.message_00000
    ADD CONSTRAINT message_00000_pkey PRIMARY KEY (advisor_id, id);

ALTER TABLE ONLY public.message_00080
    ADD CONSTRAINT message_00080_pkey PRIMARY KEY (advisor_id, id);

ALTER TABLE ONLY public.oauth_artifact
    ADD CONSTRAINT oauth_artifact_pkey PRIMARY KEY (model, id);

ALTER TABLE public.journal
    ADD CONSTRAINT one_owner CHECK (((firm_id IS NULL) OR ((advisor_id = 0) AND (firm_id > 0)))) NOT VALID;

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (advisor_id, member_id, message_id);

ALTER TABLE ONLY public.overview_answer
    ADD CONSTRAINT overview_answer_pkey PRIMARY KEY (advisor_id, log_index);

ALTER TABLE ONLY public.overview_cursor
    ADD CONSTRAINT overview_cursor_pkey PRIMARY KEY (is_only);

ALTER TABLE ONLY public.overview_period
    ADD CONSTRAINT overview_period_pkey PRIMARY KEY (owner_id, grain, starts_on);

ALTER TABLE ONLY public.overview_wait
    ADD CONSTRAINT overview_wait_pkey PRIMARY KEY (advisor_id, member_id);

ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_credential_id_key UNIQUE (credential_id);

ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_pkey PRIMARY KEY (advisor_id, credential_id);

ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.person_role
    ADD CONSTRAINT person_role_pkey PRIMARY KEY (person_id, role);

ALTER TABLE ONLY public.receipt
    ADD CONSTRAINT receipt_pkey PRIMARY KEY (carrier, carrier_message_id, status);

ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_pkey PRIMARY KEY (person_id, code_hash);

ALTER TABLE ONLY public.recovery
    ADD CONSTRAINT recovery_pkey PRIMARY KEY (number);

ALTER TABLE public.journal
    ADD CONSTRAINT salts_are_two CHECK ((octet_length(salts) = 32)) NOT VALID;

ALTER TABLE ONLY public.schedule_firing
    ADD CONSTRAINT schedule_firing_pkey PRIMARY KEY (advisor_id, schedule_id, occurrence);

ALTER TABLE ONLY public.schedule
    ADD CONSTRAINT schedule_pkey PRIMARY KEY (advisor_id, id);

ALTER TABLE ONLY public.second_factor
    ADD CONSTRAINT second_factor_pkey PRIMARY KEY (person_id);

ALTER TABLE ONLY public.sending_hold
    ADD CONSTRAINT sending_hold_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sign_in_domain
    ADD CONSTRAINT sign_in_domain_pkey PRIMARY KEY (firm_id, domain);

ALTER TABLE ONLY public.sign_in_failure
    ADD CONSTRAINT sign_in_failure_pkey PRIMARY KEY (subject);

ALTER TABLE ONLY public.sign_in_link
    ADD CONSTRAINT sign_in_link_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.signing_key
    ADD CONSTRAINT signing_key_pkey PRIMARY KEY (kid);

ALTER TABLE ONLY public.simulator_event
    ADD CONSTRAINT simulator_event_pkey PRIMARY KEY (kind, due_at, text_id);

ALTER TABLE ONLY public.simulator_handset
    ADD CONSTRAINT simulator_handset_pkey PRIMARY KEY (phone, number);

ALTER TABLE ONLY public.simulator_refusal
    ADD CONSTRAINT simulator_refusal_pkey PRIMARY KEY (reference);

ALTER TABLE ONLY public.simulator_text
    ADD CONSTRAINT simulator_text_pkey PRIMARY KEY (phone, number, id);

ALTER TABLE ONLY public.simulator_text
    ADD CONSTRAINT simulator_text_reference_is_taken_once UNIQUE (reference);

ALTER TABLE public.schedule
    ADD CONSTRAINT status_is_known CHECK ((status = ANY (ARRAY['active'::text, 'held'::text, 'ended'::text, 'cancelled'::text]))) NOT VALID;

ALTER TABLE ONLY public.texting_number
    ADD CONSTRAINT texting_number_pkey PRIMARY KEY (advisor_id, number);

ALTER TABLE ONLY public.texting_policy
    ADD CONSTRAINT texting_policy_pkey PRIMARY KEY (firm_id, version);

ALTER TABLE ONLY public.webhook_attempt
    ADD CONSTRAINT webhook_attempt_pkey PRIMARY KEY (application_id, endpoint_id, "position", at);

ALTER TABLE ONLY public.webhook_endpoint
    ADD CONSTRAINT webhook_endpoint_pkey PRIMARY KEY (application_id, id);

ALTER TABLE ONLY public.webhook_parked
    ADD CONSTRAINT webhook_parked_pkey PRIMARY KEY (application_id, endpoint_id, "position");

ALTER TABLE ONLY public.webhook_secret
    ADD CONSTRAINT webhook_secret_pkey PRIMARY KEY (application_id, endpoint_id, id);

ALTER TABLE public.schedule
    ADD CONSTRAINT what_waits_has_a_time CHECK (((status = ANY (ARRAY['active'::text, 'held'::text])) = (next_at IS NOT NULL))) NOT VALID;

CREATE INDEX advisor_by_firm ON public.advisor USING btree (firm_id);

CREATE INDEX advisor_by_holder ON public.advisor USING btree (holder_id) WHERE (holder_id IS NOT NULL);

CREATE UNIQUE INDEX advisor_email_is_unique ON public.advisor USING btree (lower(email));

CREATE INDEX api_key_by_application ON public.api_key USING btree (application_id);

CREATE INDEX app_session_by_expiry ON public.app_session USING btree (expires_at);

CREATE INDEX assistant_advisor_by_assistant ON public.assistant_advisor USING btree (assistant_id, advisor_id);

CREATE INDEX authorization_grant_by_application ON public.authorization_grant USING btree (application_id, advisor_id);

CREATE UNIQUE INDEX break_glass_link_by_hash ON public.break_glass_link USING btree (hash);

CREATE UNIQUE INDEX carrier_by_default ON public.carrier USING btree (is_default) WHERE is_default;

CREATE INDEX carrier_message_by_id ON ONLY public.carrier_message USING btree (carrier, carrier_message_id, created_at);

CREATE INDEX carrier_number_by_carrier ON public.carrier_number USING btree (carrier);

CREATE INDEX contact_by_change ON public.contact USING btree (advisor_id, modified_at, id);

CREATE INDEX contact_by_creation ON public.contact USING btree (advisor_id, created_at, id);

CREATE INDEX contact_by_email ON public.contact USING btree (advisor_id, sort_email, id);

CREATE INDEX contact_by_email_status ON public.contact USING btree (advisor_id, email_status, id);

CREATE INDEX contact_by_group_count ON public.contact USING btree (advisor_id, group_count, id);

CREATE INDEX contact_by_name ON public.contact USING btree (advisor_id, sort_name, id);

CREATE INDEX contact_by_phone ON public.contact USING btree (advisor_id, phone) WHERE (phone IS NOT NULL);

CREATE INDEX contact_by_source ON public.contact USING btree (advisor_id, source, id);

CREATE INDEX contact_by_text ON public.contact USING gin (advisor_id, search_text public.gin_trgm_ops);

CREATE INDEX contact_change_by_age ON public.contact_change USING btree (noted_at);

CREATE INDEX contact_change_by_transaction ON public.contact_change USING btree (advisor_id, xid);

CREATE INDEX contact_group_by_name ON public.contact_group USING btree (advisor_id, sort_name, id);

CREATE UNIQUE INDEX contact_group_has_its_external_id_alone ON public.contact_group USING btree (advisor_id, external_id) WHERE (external_id IS NOT NULL);

CREATE UNIQUE INDEX contact_has_its_external_id_alone ON public.contact USING btree (advisor_id, external_id) WHERE (external_id IS NOT NULL);

CREATE INDEX contact_upload_draft ON public.contact_upload USING btree (created_at) WHERE (state = 'draft'::text);

CREATE INDEX contact_upload_over ON public.contact_upload USING btree (finished_at) WHERE (finished_at IS NOT NULL);

CREATE INDEX content_item_by_words ON public.content_item USING gin (audience, content_type, words) WITH (fastupdate=off);

CREATE INDEX content_item_newest ON public.content_item USING btree (audience, published_at DESC, id DESC);

CREATE INDEX content_item_newest_of_type ON public.content_item USING btree (audience, content_type, published_at DESC, id DESC);

CREATE INDEX conversation_by_reading ON public.conversation USING btree (advisor_id, read_at) WHERE (read_at IS NOT NULL);

CREATE INDEX conversation_failed ON public.conversation USING btree (advisor_id, last_failed_id, member_id) WHERE (last_failed_id IS NOT NULL);

CREATE INDEX conversation_unread ON public.conversation USING btree (advisor_id, last_received_id, member_id) WHERE (unread_count > 0);

CREATE INDEX dead_letter_open ON public.dead_letter USING btree (created_at) WHERE (settled_at IS NULL);

CREATE INDEX dead_letter_settled ON public.dead_letter USING btree (settled_at) WHERE (settled_at IS NOT NULL);

CREATE UNIQUE INDEX directory_person_external_id_is_unique ON public.directory_person USING btree (firm_id, external_id);

CREATE UNIQUE INDEX directory_person_user_name_is_unique ON public.directory_person USING btree (firm_id, lower(user_name));

CREATE UNIQUE INDEX directory_token_by_hash ON public.directory_token USING btree (hash);

CREATE INDEX firm_sign_in_attempt_by_expiry ON public.firm_sign_in_attempt USING btree (expires_at);

CREATE UNIQUE INDEX firm_subject_has_one_person ON public.firm_subject USING btree (issuer, subject);

CREATE INDEX former_carrier_message_by_age ON public.former_carrier_message USING brin (created_at);

CREATE INDEX former_carrier_message_in_parts ON public.former_carrier_message USING btree (advisor_id, message_id) WHERE (parts > 1);

CREATE INDEX idempotency_key_by_age ON public.idempotency_key USING btree (created_at);

CREATE INDEX inbound_part_by_age ON public.inbound_part USING btree (received_at);

CREATE INDEX inbound_text_by_age ON public.inbound_text USING brin (received_at);

CREATE UNIQUE INDEX installation_is_one_row ON public.installation USING btree ((true));

CREATE INDEX journal_by_firm ON ONLY public.journal USING btree (firm_id, occurred_at, id) WHERE (firm_id IS NOT NULL);

CREATE INDEX journal_by_subject ON ONLY public.journal USING btree (advisor_id, subject_id, occurred_at, id) WHERE (kind = ANY (ARRAY['message.refused'::text, 'contact.created'::text, 'contact.changed'::text, 'contact.groups_replaced'::text]));

CREATE INDEX journal_by_tx ON ONLY public.journal USING btree (tx);

CREATE INDEX lane_held ON public.lane USING btree (advisor_id, number) WHERE is_held;

CREATE UNIQUE INDEX log_blinding_is_one ON public.log_blinding USING btree ((true));

CREATE INDEX log_entry_by_entry ON ONLY public.log_entry USING brin (entry_id) WITH (pages_per_range='64', autosummarize='on');

CREATE INDEX log_entry_00000_entry_id_idx ON public.log_entry_00000 USING brin (entry_id) WITH (pages_per_range='64', autosummarize='on');

CREATE INDEX log_entry_by_owner ON ONLY public.log_entry USING btree (owner_id, log_index);

CREATE INDEX log_entry_00000_log_entry_by_owner ON public.log_entry_00000 USING btree (owner_id, log_index);

CREATE INDEX log_entry_by_index ON ONLY public.log_entry USING brin (log_index) WITH (pages_per_range='64', autosummarize='on');

CREATE INDEX log_entry_00000_log_index_idx ON public.log_entry_00000 USING brin (log_index) WITH (pages_per_range='64', autosummarize='on');

CREATE INDEX mail_by_age ON public.mail USING brin (created_at);

CREATE INDEX mail_waiting ON public.mail USING btree (next_at) WHERE (outcome IS NULL);

CREATE INDEX member_awaiting_consent ON public.member USING btree (advisor_id, asked_at, id) WHERE (consent = 'pending'::text);

CREATE INDEX member_by_consent_event ON public.member USING btree (advisor_id, GREATEST(consent_changed_at, asked_at, declined_at), id) WHERE (consent_changed_at IS NOT NULL);

CREATE INDEX member_declined ON public.member USING btree (advisor_id, declined_at, id) WHERE (consent = 'declined'::text);

CREATE UNIQUE INDEX membership_by_group ON public.membership USING btree (advisor_id, group_id, contact_id);

CREATE INDEX message_by_member ON ONLY public.message USING btree (advisor_id, member_id, id);

CREATE INDEX message_00000_advisor_id_member_id_id_idx ON public.message_00000 USING btree (advisor_id, member_id, id);

CREATE INDEX message_00080_advisor_id_member_id_id_idx ON public.message_00080 USING btree (advisor_id, member_id, id);

CREATE INDEX oauth_artifact_by_expiry ON public.oauth_artifact USING btree (expires_at) WHERE (expires_at IS NOT NULL);

CREATE INDEX oauth_artifact_by_grant ON public.oauth_artifact USING btree (grant_id) WHERE (grant_id IS NOT NULL);

CREATE UNIQUE INDEX oauth_artifact_by_uid ON public.oauth_artifact USING btree (model, uid) WHERE (uid IS NOT NULL);

CREATE INDEX oauth_artifact_consumed ON public.oauth_artifact USING btree (consumed_at) WHERE (consumed_at IS NOT NULL);

CREATE INDEX oauth_session_by_account ON public.oauth_artifact USING btree (((payload ->> 'accountId'::text))) WHERE (model = 'Session'::text);

CREATE UNIQUE INDEX one_recovery_at_a_time ON public.recovery USING btree ((true)) WHERE (finished_at IS NULL);

CREATE INDEX outbox_by_arrival ON public.outbox USING btree (message_id) WHERE (message_id > 0);

CREATE INDEX outbox_by_lane ON public.outbox USING btree (advisor_id, number, message_id);

CREATE INDEX overview_period_by_firm ON public.overview_period USING btree (firm_id, grain, starts_on) WHERE (firm_id IS NOT NULL);

CREATE INDEX person_by_firm ON public.person USING btree (firm_id);

CREATE INDEX person_by_name ON public.person USING btree (firm_id, lower(name), id);

CREATE UNIQUE INDEX person_email_is_unique ON public.person USING btree (lower(email));

CREATE INDEX receipt_by_age ON public.receipt USING brin (received_at);

CREATE INDEX receipt_without_message ON public.receipt USING btree (received_at) WHERE (message_id IS NULL);

CREATE INDEX schedule_by_phone ON public.schedule USING btree (advisor_id, phone, status, next_at, id DESC);

CREATE INDEX schedule_by_status ON public.schedule USING btree (advisor_id, status, next_at, id DESC);

CREATE INDEX schedule_due ON public.schedule USING btree (next_at, advisor_id, id) WHERE (status = 'active'::text);

CREATE INDEX schedule_firing_by_time ON public.schedule_firing USING btree (advisor_id, due_at);

CREATE UNIQUE INDEX sending_hold_of_advisor ON public.sending_hold USING btree (advisor_id, awaits_review) WHERE ((advisor_id IS NOT NULL) AND (released_at IS NULL));

CREATE UNIQUE INDEX sending_hold_of_application ON public.sending_hold USING btree (application_id) WHERE ((application_id IS NOT NULL) AND (released_at IS NULL));

CREATE UNIQUE INDEX sending_hold_of_firm ON public.sending_hold USING btree (firm_id) WHERE ((firm_id IS NOT NULL) AND (released_at IS NULL));

CREATE UNIQUE INDEX sign_in_domain_has_one_firm ON public.sign_in_domain USING btree (domain) WHERE (verified_at IS NOT NULL);

CREATE INDEX sign_in_failure_by_advisor ON public.sign_in_failure USING btree (advisor_id) WHERE (advisor_id IS NOT NULL);

CREATE INDEX sign_in_failure_by_age ON public.sign_in_failure USING btree (last_failed_at);

CREATE INDEX sign_in_link_by_person ON public.sign_in_link USING btree (person_id);

CREATE UNIQUE INDEX simulator_setting_is_one_row ON public.simulator_setting USING btree ((true));

CREATE UNIQUE INDEX texting_number_has_one_advisor ON public.texting_number USING btree (number) WHERE active;

CREATE INDEX webhook_attempt_by_age ON public.webhook_attempt USING brin (at);

CREATE INDEX webhook_attempt_by_time ON public.webhook_attempt USING btree (application_id, endpoint_id, at);

CREATE INDEX webhook_replay_of ON public.webhook_endpoint USING btree (application_id, replay_of) WHERE (replay_of IS NOT NULL);

ALTER INDEX public.delivery_pkey ATTACH PARTITION public.delivery_00000_pkey;

ALTER INDEX public.delivery_pkey ATTACH PARTITION public.delivery_00080_pkey;

ALTER INDEX public.log_entry_by_entry ATTACH PARTITION public.log_entry_00000_entry_id_idx;

ALTER INDEX public.log_entry_by_owner ATTACH PARTITION public.log_entry_00000_log_entry_by_owner;

ALTER INDEX public.log_entry_by_index ATTACH PARTITION public.log_entry_00000_log_index_idx;

ALTER INDEX public.log_entry_pkey ATTACH PARTITION public.log_entry_00000_pkey;

ALTER INDEX public.message_by_member ATTACH PARTITION public.message_00000_advisor_id_member_id_id_idx;

ALTER INDEX public.message_pkey ATTACH PARTITION public.message_00000_pkey;

ALTER INDEX public.message_by_member ATTACH PARTITION public.message_00080_advisor_id_member_id_id_idx;

ALTER INDEX public.message_pkey ATTACH PARTITION public.message_00080_pkey;

CREATE TRIGGER advisor_has_holder_of_firm BEFORE INSERT OR UPDATE OF holder_id, firm_id ON public.advisor FOR EACH ROW WHEN ((new.holder_id IS NOT NULL)) EXECUTE FUNCTION public.require_holder_of_firm();

CREATE TRIGGER advisor_holds_lanes AFTER UPDATE ON public.advisor FOR EACH ROW WHEN (((old.active <> new.active) OR (old.firm_id <> new.firm_id))) EXECUTE FUNCTION public.note_advisor_change();

CREATE TRIGGER application_holds_texts AFTER UPDATE ON public.application FOR EACH ROW WHEN ((old.active <> new.active)) EXECUTE FUNCTION public.note_application_change();

CREATE TRIGGER consent_event_is_final BEFORE DELETE OR UPDATE OR TRUNCATE ON public.consent_event FOR EACH STATEMENT EXECUTE FUNCTION public.reject_change();

ALTER TABLE public.consent_event ENABLE ALWAYS TRIGGER consent_event_is_final;

CREATE TRIGGER contact_is_noted_as_changed AFTER UPDATE ON public.contact REFERENCING OLD TABLE AS old_contact NEW TABLE AS new_contact FOR EACH STATEMENT EXECUTE FUNCTION public.note_contact_changes();

CREATE TRIGGER contact_is_noted_as_gone AFTER DELETE ON public.contact REFERENCING OLD TABLE AS old_contact FOR EACH STATEMENT EXECUTE FUNCTION public.note_contact_changes();

CREATE TRIGGER contact_is_noted_as_new AFTER INSERT ON public.contact REFERENCING NEW TABLE AS new_contact FOR EACH STATEMENT EXECUTE FUNCTION public.note_contact_changes();

CREATE TRIGGER content_is_all_gone AFTER TRUNCATE ON public.content_item FOR EACH STATEMENT EXECUTE FUNCTION public.count_content();

CREATE TRIGGER content_is_counted_anew AFTER UPDATE ON public.content_item REFERENCING OLD TABLE AS old_item NEW TABLE AS new_item FOR EACH STATEMENT EXECUTE FUNCTION public.count_content();

CREATE TRIGGER content_is_counted_in AFTER INSERT ON public.content_item REFERENCING NEW TABLE AS new_item FOR EACH STATEMENT EXECUTE FUNCTION public.count_content();

CREATE TRIGGER content_is_counted_out AFTER DELETE ON public.content_item REFERENCING OLD TABLE AS old_item FOR EACH STATEMENT EXECUTE FUNCTION public.count_content();

CREATE TRIGGER firm_authorization_withdraws_texts AFTER INSERT OR UPDATE ON public.firm_authorization FOR EACH ROW EXECUTE FUNCTION public.note_firm_authorization_change();

CREATE TRIGGER firm_holds_lanes AFTER UPDATE ON public.firm FOR EACH ROW WHEN ((old.active <> new.active)) EXECUTE FUNCTION public.note_firm_change();

CREATE TRIGGER grant_withdraws_texts AFTER INSERT OR UPDATE ON public.authorization_grant FOR EACH ROW EXECUTE FUNCTION public.note_grant_change();

CREATE TRIGGER installation_is_final BEFORE DELETE OR UPDATE OR TRUNCATE ON public.installation FOR EACH STATEMENT EXECUTE FUNCTION public.reject_change();

ALTER TABLE public.installation ENABLE ALWAYS TRIGGER installation_is_final;

CREATE TRIGGER journal_is_final BEFORE DELETE OR UPDATE OR TRUNCATE ON public.journal FOR EACH STATEMENT EXECUTE FUNCTION public.reject_change();

ALTER TABLE public.journal ENABLE ALWAYS TRIGGER journal_is_final;

CREATE TRIGGER lane_begins_as_its_advisor BEFORE INSERT ON public.lane FOR EACH ROW EXECUTE FUNCTION public.note_new_lane();

CREATE TRIGGER log_is_final BEFORE DELETE OR UPDATE OR TRUNCATE ON public.log_entry FOR EACH STATEMENT EXECUTE FUNCTION public.reject_change();

ALTER TABLE public.log_entry ENABLE ALWAYS TRIGGER log_is_final;

CREATE TRIGGER log_is_final BEFORE DELETE OR UPDATE OR TRUNCATE ON public.log_entry_00000 FOR EACH STATEMENT EXECUTE FUNCTION public.reject_change();

ALTER TABLE public.log_entry_00000 ENABLE ALWAYS TRIGGER log_is_final;

CREATE TRIGGER person_follows_advisor AFTER INSERT OR UPDATE OF firm_id, email, name, password_hash, active ON public.advisor FOR EACH ROW EXECUTE FUNCTION public.follow_advisor();

CREATE TRIGGER recovery_stays BEFORE DELETE OR TRUNCATE ON public.recovery FOR EACH STATEMENT EXECUTE FUNCTION public.reject_change();

ALTER TABLE public.recovery ENABLE ALWAYS TRIGGER recovery_stays;

CREATE TRIGGER schedule_firing_is_final BEFORE DELETE OR UPDATE OR TRUNCATE ON public.schedule_firing FOR EACH STATEMENT EXECUTE FUNCTION public.reject_change();

ALTER TABLE public.schedule_firing ENABLE ALWAYS TRIGGER schedule_firing_is_final;

CREATE TRIGGER sending_hold_holds AFTER INSERT OR UPDATE ON public.sending_hold FOR EACH ROW EXECUTE FUNCTION public.note_hold_change();

CREATE TRIGGER sending_hold_locks_subject BEFORE INSERT OR UPDATE ON public.sending_hold FOR EACH ROW EXECUTE FUNCTION public.lock_subject_of_hold();

CREATE TRIGGER texting_policy_is_final BEFORE DELETE OR UPDATE OR TRUNCATE ON public.texting_policy FOR EACH STATEMENT EXECUTE FUNCTION public.reject_change();

ALTER TABLE public.texting_policy ENABLE ALWAYS TRIGGER texting_policy_is_final;

ALTER TABLE ONLY public.address_book
    ADD CONSTRAINT address_book_advisor_id_fkey FOREIGN KEY (advisor_id) REFERENCES public.advisor(id);

ALTER TABLE ONLY public.advisor
    ADD CONSTRAINT advisor_firm_id_fkey FOREIGN KEY (firm_id) REFERENCES public.firm(id);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.application(id);

ALTER TABLE ONLY public.app_session
    ADD CONSTRAINT app_session_is_of_person FOREIGN KEY (advisor_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.assistant_advisor
    ADD CONSTRAINT assistant_advisor_advisor_id_fkey FOREIGN KEY (advisor_id) REFERENCES public.advisor(id);

ALTER TABLE ONLY public.assistant_advisor
    ADD CONSTRAINT assistant_advisor_assistant_id_fkey FOREIGN KEY (assistant_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.authorization_grant
    ADD CONSTRAINT authorization_grant_advisor_id_fkey FOREIGN KEY (advisor_id) REFERENCES public.advisor(id);

ALTER TABLE ONLY public.authorization_grant
    ADD CONSTRAINT authorization_grant_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.application(id);

ALTER TABLE ONLY public.break_glass_link
    ADD CONSTRAINT break_glass_link_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.carrier_number
    ADD CONSTRAINT carrier_number_carrier_fkey FOREIGN KEY (carrier) REFERENCES public.carrier(name);

ALTER TABLE ONLY public.client_secret
    ADD CONSTRAINT client_secret_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.application(id);

ALTER TABLE ONLY public.consent_event
    ADD CONSTRAINT consent_event_advisor_id_member_id_fkey FOREIGN KEY (advisor_id, member_id) REFERENCES public.member(advisor_id, id);

ALTER TABLE ONLY public.consent_exception
    ADD CONSTRAINT consent_exception_advisor_id_fkey FOREIGN KEY (advisor_id) REFERENCES public.advisor(id);

ALTER TABLE ONLY public.console_link
    ADD CONSTRAINT console_link_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.application(id);

ALTER TABLE ONLY public.console_session
    ADD CONSTRAINT console_session_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.application(id);

ALTER TABLE ONLY public.contact
    ADD CONSTRAINT contact_advisor_id_fkey FOREIGN KEY (advisor_id) REFERENCES public.advisor(id);

ALTER TABLE ONLY public.contact
    ADD CONSTRAINT contact_advisor_id_phone_fkey FOREIGN KEY (advisor_id, phone) REFERENCES public.member(advisor_id, phone);

ALTER TABLE ONLY public.contact_group
    ADD CONSTRAINT contact_group_advisor_id_fkey FOREIGN KEY (advisor_id) REFERENCES public.advisor(id);

ALTER TABLE ONLY public.contact_import
    ADD CONSTRAINT contact_import_advisor_id_fkey FOREIGN KEY (advisor_id) REFERENCES public.advisor(id);

ALTER TABLE ONLY public.contact_upload
    ADD CONSTRAINT contact_upload_advisor_id_fkey FOREIGN KEY (advisor_id) REFERENCES public.advisor(id);

ALTER TABLE ONLY public.content_item
    ADD CONSTRAINT content_item_firm_id_fkey FOREIGN KEY (firm_id) REFERENCES public.firm(id);

ALTER TABLE ONLY public.conversation
    ADD CONSTRAINT conversation_advisor_id_member_id_fkey FOREIGN KEY (advisor_id, member_id) REFERENCES public.member(advisor_id, id);

ALTER TABLE ONLY public.directory_person
    ADD CONSTRAINT directory_person_firm_id_fkey FOREIGN KEY (firm_id) REFERENCES public.firm(id);

ALTER TABLE ONLY public.directory_person
    ADD CONSTRAINT directory_person_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.directory_token
    ADD CONSTRAINT directory_token_firm_id_fkey FOREIGN KEY (firm_id) REFERENCES public.firm_directory(firm_id);

ALTER TABLE ONLY public.firm_authorization
    ADD CONSTRAINT firm_authorization_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.application(id);

ALTER TABLE ONLY public.firm_authorization
    ADD CONSTRAINT firm_authorization_firm_id_fkey FOREIGN KEY (firm_id) REFERENCES public.firm(id);

ALTER TABLE ONLY public.firm_directory
    ADD CONSTRAINT firm_directory_firm_id_fkey FOREIGN KEY (firm_id) REFERENCES public.firm(id);

ALTER TABLE ONLY public.firm_sign_in_attempt
    ADD CONSTRAINT firm_sign_in_attempt_firm_id_fkey FOREIGN KEY (firm_id) REFERENCES public.firm_sign_in(firm_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.firm_sign_in_attempt
    ADD CONSTRAINT firm_sign_in_attempt_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.firm_sign_in
    ADD CONSTRAINT firm_sign_in_firm_id_fkey FOREIGN KEY (firm_id) REFERENCES public.firm(id);

ALTER TABLE ONLY public.firm_subject
    ADD CONSTRAINT firm_subject_firm_id_fkey FOREIGN KEY (firm_id) REFERENCES public.firm(id);

ALTER TABLE ONLY public.firm_subject
    ADD CONSTRAINT firm_subject_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.former_carrier_number
    ADD CONSTRAINT former_carrier_number_carrier_fkey FOREIGN KEY (carrier) REFERENCES public.carrier(name);

ALTER TABLE ONLY public.group_removal
    ADD CONSTRAINT group_removal_advisor_id_fkey FOREIGN KEY (advisor_id) REFERENCES public.advisor(id);

ALTER TABLE ONLY public.handover
    ADD CONSTRAINT handover_advisor_id_fkey FOREIGN KEY (advisor_id) REFERENCES public.advisor(id);

ALTER TABLE ONLY public.handover
    ADD CONSTRAINT handover_former_holder_id_fkey FOREIGN KEY (former_holder_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.handover
    ADD CONSTRAINT handover_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.held_application
    ADD CONSTRAINT held_application_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.application(id);

ALTER TABLE ONLY public.advisor
    ADD CONSTRAINT holder_is_a_person FOREIGN KEY (holder_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.inbound_part
    ADD CONSTRAINT inbound_part_advisor_id_member_id_fkey FOREIGN KEY (advisor_id, member_id) REFERENCES public.member(advisor_id, id);

ALTER TABLE ONLY public.lane
    ADD CONSTRAINT lane_advisor_id_number_fkey FOREIGN KEY (advisor_id, number) REFERENCES public.texting_number(advisor_id, number);

ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_advisor_id_fkey FOREIGN KEY (advisor_id) REFERENCES public.advisor(id);

ALTER TABLE ONLY public.membership
    ADD CONSTRAINT membership_advisor_id_contact_id_fkey FOREIGN KEY (advisor_id, contact_id) REFERENCES public.contact(advisor_id, id);

ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_is_of_person FOREIGN KEY (advisor_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_firm_id_fkey FOREIGN KEY (firm_id) REFERENCES public.firm(id);

ALTER TABLE ONLY public.person_role
    ADD CONSTRAINT person_role_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.schedule
    ADD CONSTRAINT schedule_advisor_id_member_id_fkey FOREIGN KEY (advisor_id, member_id) REFERENCES public.member(advisor_id, id);

ALTER TABLE ONLY public.schedule
    ADD CONSTRAINT schedule_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.application(id);

ALTER TABLE ONLY public.schedule_firing
    ADD CONSTRAINT schedule_firing_advisor_id_schedule_id_fkey FOREIGN KEY (advisor_id, schedule_id) REFERENCES public.schedule(advisor_id, id);

ALTER TABLE ONLY public.second_factor
    ADD CONSTRAINT second_factor_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.sending_hold
    ADD CONSTRAINT sending_hold_advisor_id_fkey FOREIGN KEY (advisor_id) REFERENCES public.advisor(id);

ALTER TABLE ONLY public.sending_hold
    ADD CONSTRAINT sending_hold_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.application(id);

ALTER TABLE ONLY public.sending_hold
    ADD CONSTRAINT sending_hold_firm_id_fkey FOREIGN KEY (firm_id) REFERENCES public.firm(id);

ALTER TABLE ONLY public.sign_in_domain
    ADD CONSTRAINT sign_in_domain_firm_id_fkey FOREIGN KEY (firm_id) REFERENCES public.firm_sign_in(firm_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sign_in_link
    ADD CONSTRAINT sign_in_link_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.texting_number
    ADD CONSTRAINT texting_number_advisor_id_fkey FOREIGN KEY (advisor_id) REFERENCES public.advisor(id);

ALTER TABLE ONLY public.texting_policy
    ADD CONSTRAINT texting_policy_firm_id_fkey FOREIGN KEY (firm_id) REFERENCES public.firm(id);

ALTER TABLE ONLY public.webhook_attempt
    ADD CONSTRAINT webhook_attempt_application_id_endpoint_id_fkey FOREIGN KEY (application_id, endpoint_id) REFERENCES public.webhook_endpoint(application_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook_endpoint
    ADD CONSTRAINT webhook_endpoint_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.application(id);

ALTER TABLE ONLY public.webhook_endpoint
    ADD CONSTRAINT webhook_endpoint_application_id_replay_of_fkey FOREIGN KEY (application_id, replay_of) REFERENCES public.webhook_endpoint(application_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook_parked
    ADD CONSTRAINT webhook_parked_application_id_endpoint_id_fkey FOREIGN KEY (application_id, endpoint_id) REFERENCES public.webhook_endpoint(application_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook_secret
    ADD CONSTRAINT webhook_secret_application_id_endpoint_id_fkey FOREIGN KEY (application_id, endpoint_id) REFERENCES public.webhook_endpoint(application_id, id) ON DELETE CASCADE;

GRANT USAGE ON SCHEMA public TO parley_sealer;

REVOKE ALL ON FUNCTION public.add_delivery_partition(suffix text, first_id bigint, end_id bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.add_journal_partition(missing_time timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.add_message_partition(missing_id bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.carrier_room() FROM PUBLIC;
GRANT ALL ON FUNCTION public.carrier_room() TO parley_app;
GRANT ALL ON FUNCTION public.carrier_room() TO parley_sealer;

GRANT USAGE ON SEQUENCE public.schedule_id TO parley_app;

GRANT SELECT,INSERT ON TABLE public.schedule TO parley_app;

GRANT UPDATE(member_id) ON TABLE public.schedule TO parley_app;

GRANT UPDATE(phone) ON TABLE public.schedule TO parley_app;

GRANT UPDATE(text) ON TABLE public.schedule TO parley_app;

GRANT UPDATE(starts_at) ON TABLE public.schedule TO parley_app;

GRANT UPDATE(first_occurrence) ON TABLE public.schedule TO parley_app;

GRANT UPDATE(frequency) ON TABLE public.schedule TO parley_app;

GRANT UPDATE(time_zone) ON TABLE public.schedule TO parley_app;

GRANT UPDATE(occurrence) ON TABLE public.schedule TO parley_app;

GRANT UPDATE(next_at) ON TABLE public.schedule TO parley_app;

GRANT UPDATE(status) ON TABLE public.schedule TO parley_app;

GRANT UPDATE(end_reason) ON TABLE public.schedule TO parley_app;

GRANT UPDATE(application_id) ON TABLE public.schedule TO parley_app;

GRANT UPDATE(modified_at) ON TABLE public.schedule TO parley_app;

GRANT UPDATE(hold_reason) ON TABLE public.schedule TO parley_app;

GRANT UPDATE(scheduled_by) ON TABLE public.schedule TO parley_app;

REVOKE ALL ON FUNCTION public.claim_due_schedules(excepted bigint[], how_many integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.claim_due_schedules(excepted bigint[], how_many integer) TO parley_app;

REVOKE ALL ON FUNCTION public.claim_idempotency_keys(advisor_ids bigint[], application_ids bigint[], operations text[], keys text[], fingerprints bytea[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.claim_idempotency_keys(advisor_ids bigint[], application_ids bigint[], operations text[], keys text[], fingerprints bytea[]) TO parley_app;

REVOKE ALL ON FUNCTION public.close_journal() FROM PUBLIC;
GRANT ALL ON FUNCTION public.close_journal() TO parley_sealer;

REVOKE ALL ON FUNCTION public.count_content() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.create_id_sequence(name text) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.create_uuid_v7() FROM PUBLIC;
GRANT ALL ON FUNCTION public.create_uuid_v7() TO parley_app;

REVOKE ALL ON FUNCTION public.drop_old_carrier_messages() FROM PUBLIC;
GRANT ALL ON FUNCTION public.drop_old_carrier_messages() TO parley_app;

REVOKE ALL ON FUNCTION public.ensure_carrier_partitions(at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.ensure_carrier_partitions(at timestamp with time zone) TO parley_app;

REVOKE ALL ON FUNCTION public.ensure_journal_partitions(at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.ensure_journal_partitions(at timestamp with time zone) TO parley_app;

REVOKE ALL ON FUNCTION public.ensure_log_partitions() FROM PUBLIC;
GRANT ALL ON FUNCTION public.ensure_log_partitions() TO parley_sealer;

REVOKE ALL ON FUNCTION public.ensure_message_partitions() FROM PUBLIC;
GRANT ALL ON FUNCTION public.ensure_message_partitions() TO parley_app;

REVOKE ALL ON FUNCTION public.fold_text(given text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.fold_text(given text) TO parley_app;

REVOKE ALL ON FUNCTION public.freeze_closed_partitions() FROM PUBLIC;
GRANT ALL ON FUNCTION public.freeze_closed_partitions() TO parley_app;

REVOKE ALL ON FUNCTION public.gather_conversations(of_advisor bigint, before_id bigint, patterns text[], how_many integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.gather_conversations(of_advisor bigint, before_id bigint, patterns text[], how_many integer) TO parley_app;

REVOKE ALL ON FUNCTION public.gather_conversations(of_advisor bigint, before_id bigint, pattern text, how_many integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.gather_conversations(of_advisor bigint, before_id bigint, pattern text, how_many integer) TO parley_app;

REVOKE ALL ON FUNCTION public.is_sending_held(of_advisor bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.journal_partitions_end(from_time timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.journal_room() FROM PUBLIC;
GRANT ALL ON FUNCTION public.journal_room() TO parley_app;
GRANT ALL ON FUNCTION public.journal_room() TO parley_sealer;

REVOKE ALL ON FUNCTION public.jump_sequences(targets jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.jump_sequences(targets jsonb) TO parley_app;

REVOKE ALL ON FUNCTION public.keep_idempotency_answers(advisor_ids bigint[], application_ids bigint[], operations text[], keys text[], fingerprints bytea[], answers jsonb[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.keep_idempotency_answers(advisor_ids bigint[], application_ids bigint[], operations text[], keys text[], fingerprints bytea[], answers jsonb[]) TO parley_app;

REVOKE ALL ON FUNCTION public.message_partitions_end(from_id bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.message_room() FROM PUBLIC;
GRANT ALL ON FUNCTION public.message_room() TO parley_app;
GRANT ALL ON FUNCTION public.message_room() TO parley_sealer;

REVOKE ALL ON FUNCTION public.note_contact_changes() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.partition_ranges(parent regclass) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.read_conversations(of_advisor bigint, before_id bigint, patterns text[], how_many integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.read_conversations(of_advisor bigint, before_id bigint, patterns text[], how_many integer) TO parley_app;

REVOKE ALL ON FUNCTION public.read_conversations(of_advisor bigint, before_id bigint, pattern text, how_many integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.read_conversations(of_advisor bigint, before_id bigint, pattern text, how_many integer) TO parley_app;

GRANT SELECT ON TABLE public.high_water TO parley_app;
GRANT SELECT ON TABLE public.high_water TO parley_sealer;

GRANT UPDATE(counter) ON TABLE public.high_water TO parley_app;

GRANT UPDATE(confirmed) ON TABLE public.high_water TO parley_app;

GRANT UPDATE(place) ON TABLE public.high_water TO parley_app;

GRANT UPDATE(was_synchronous) ON TABLE public.high_water TO parley_app;

GRANT UPDATE(raised_at) ON TABLE public.high_water TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.log_checkpoint TO parley_sealer;
GRANT SELECT ON TABLE public.log_checkpoint TO parley_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.log_state TO parley_sealer;
GRANT SELECT ON TABLE public.log_state TO parley_app;

GRANT SELECT ON TABLE public.log_head TO parley_sealer;
GRANT SELECT ON TABLE public.log_head TO parley_app;

GRANT SELECT,INSERT ON TABLE public.recovery TO parley_app;
GRANT SELECT ON TABLE public.recovery TO parley_sealer;

GRANT UPDATE(finished_at) ON TABLE public.recovery TO parley_app;

GRANT UPDATE(steps) ON TABLE public.recovery TO parley_app;

REVOKE ALL ON FUNCTION public.read_high_water() FROM PUBLIC;
GRANT ALL ON FUNCTION public.read_high_water() TO parley_app;

REVOKE ALL ON FUNCTION public.renew_application_hold(of_application bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.renew_lane_holds(of_advisor bigint, of_firm bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.renew_withdrawals(of_advisor bigint, of_firm bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.walk_conversations(of_advisor bigint, before_id bigint, patterns text[], walked integer, how_many integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.walk_conversations(of_advisor bigint, before_id bigint, patterns text[], walked integer, how_many integer) TO parley_app;

REVOKE ALL ON FUNCTION public.walk_conversations(of_advisor bigint, before_id bigint, pattern text, walked integer, how_many integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.walk_conversations(of_advisor bigint, before_id bigint, pattern text, walked integer, how_many integer) TO parley_app;

REVOKE ALL ON FUNCTION public.withdrawn_applications(of_advisor bigint) FROM PUBLIC;

GRANT SELECT,INSERT,UPDATE ON TABLE public.address_book TO parley_app;

GRANT USAGE ON SEQUENCE public.advisor_id TO parley_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.advisor TO parley_app;

GRANT USAGE ON SEQUENCE public.api_key_id TO parley_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.api_key TO parley_app;

GRANT USAGE ON SEQUENCE public.app_session_id TO parley_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.app_session TO parley_app;

GRANT UPDATE(token_hash) ON TABLE public.app_session TO parley_app;

GRANT UPDATE(used_at) ON TABLE public.app_session TO parley_app;

GRANT UPDATE(has_second_factor) ON TABLE public.app_session TO parley_app;

GRANT USAGE ON SEQUENCE public.application_id TO parley_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.application TO parley_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.assistant_advisor TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.authorization_grant TO parley_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.backup_report TO parley_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.break_glass_link TO parley_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.carrier TO parley_app;

GRANT SELECT,INSERT ON TABLE public.carrier_message TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.carrier_number TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.carrier_state TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.client_secret TO parley_app;

GRANT SELECT,INSERT ON TABLE public.consent_event TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.consent_exception TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.console_link TO parley_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.console_session TO parley_app;

GRANT USAGE ON SEQUENCE public.contact_id TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.contact TO parley_app;

GRANT SELECT,DELETE ON TABLE public.contact_change TO parley_app;

GRANT USAGE ON SEQUENCE public.contact_group_id TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.contact_group TO parley_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.contact_import TO parley_app;

GRANT USAGE ON SEQUENCE public.contact_upload_id TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.contact_upload TO parley_app;

GRANT SELECT ON TABLE public.content_count TO parley_app;

GRANT USAGE ON SEQUENCE public.content_item_id TO parley_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.content_item TO parley_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.conversation TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.dead_letter TO parley_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.delivery TO parley_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.directory_person TO parley_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.directory_token TO parley_app;

GRANT UPDATE(expires_at) ON TABLE public.directory_token TO parley_app;

GRANT USAGE ON SEQUENCE public.firm_id TO parley_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.firm TO parley_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.firm_authorization TO parley_app;

GRANT SELECT,INSERT ON TABLE public.firm_directory TO parley_app;

GRANT UPDATE(default_role) ON TABLE public.firm_directory TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.firm_sign_in TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.firm_sign_in_attempt TO parley_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.firm_subject TO parley_app;

GRANT SELECT,DELETE ON TABLE public.former_carrier_message TO parley_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.former_carrier_number TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.group_removal TO parley_app;

GRANT USAGE ON SEQUENCE public.handover_id TO parley_app;

GRANT SELECT,INSERT ON TABLE public.handover TO parley_app;

GRANT UPDATE(told_up_to) ON TABLE public.handover TO parley_app;

GRANT UPDATE(told) ON TABLE public.handover TO parley_app;

GRANT UPDATE(refused) ON TABLE public.handover TO parley_app;

GRANT UPDATE(finished_at) ON TABLE public.handover TO parley_app;

GRANT SELECT ON TABLE public.held_application TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.idempotency_key TO parley_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.inbound_part TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.inbound_text TO parley_app;

GRANT SELECT ON TABLE public.installation TO parley_app;
GRANT SELECT ON TABLE public.installation TO parley_sealer;

GRANT USAGE ON SEQUENCE public.journal_id TO parley_app;

GRANT SELECT ON TABLE public.journal TO parley_app;

GRANT INSERT(advisor_id) ON TABLE public.journal TO parley_app;

GRANT INSERT(occurred_at) ON TABLE public.journal TO parley_app;

GRANT INSERT(kind) ON TABLE public.journal TO parley_app;

GRANT INSERT(subject_id) ON TABLE public.journal TO parley_app;

GRANT INSERT(entry) ON TABLE public.journal TO parley_app;

GRANT INSERT(digest) ON TABLE public.journal TO parley_app;

GRANT INSERT(head) ON TABLE public.journal TO parley_app;

GRANT INSERT(facts) ON TABLE public.journal TO parley_app;

GRANT INSERT(salts) ON TABLE public.journal TO parley_app;

GRANT INSERT(firm_id) ON TABLE public.journal TO parley_app;

GRANT SELECT ON TABLE public.log_blinding TO parley_app;

GRANT SELECT ON TABLE public.journal_commitment TO parley_sealer;

GRANT SELECT ON TABLE public.journal_entry TO parley_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.lane TO parley_app;

GRANT SELECT ON TABLE public.living_authorization TO parley_app;

GRANT SELECT,INSERT ON TABLE public.log_chain TO parley_sealer;
GRANT SELECT ON TABLE public.log_chain TO parley_app;

GRANT SELECT,INSERT ON TABLE public.log_entry TO parley_sealer;
GRANT SELECT ON TABLE public.log_entry TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.log_refusal TO parley_sealer;

GRANT USAGE ON SEQUENCE public.mail_id TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.mail TO parley_app;

GRANT USAGE ON SEQUENCE public.member_id TO parley_app;

GRANT SELECT,INSERT ON TABLE public.member TO parley_app;

GRANT UPDATE(consent) ON TABLE public.member TO parley_app;

GRANT UPDATE(consent_version) ON TABLE public.member TO parley_app;

GRANT UPDATE(consent_changed_at) ON TABLE public.member TO parley_app;

GRANT UPDATE(has_accepted) ON TABLE public.member TO parley_app;

GRANT UPDATE(is_guided) ON TABLE public.member TO parley_app;

GRANT UPDATE(stopped_at) ON TABLE public.member TO parley_app;

GRANT UPDATE(started_at) ON TABLE public.member TO parley_app;

GRANT UPDATE(asked_at) ON TABLE public.member TO parley_app;

GRANT UPDATE(declined_at) ON TABLE public.member TO parley_app;

GRANT UPDATE(declines) ON TABLE public.member TO parley_app;

GRANT UPDATE(helped_at) ON TABLE public.member TO parley_app;

GRANT UPDATE(confirmations) ON TABLE public.member TO parley_app;

GRANT UPDATE(confirmed_since) ON TABLE public.member TO parley_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.membership TO parley_app;

GRANT SELECT,INSERT ON TABLE public.message TO parley_app;

GRANT USAGE ON SEQUENCE public.message_id TO parley_app;

GRANT SELECT ON TABLE public.message_status TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.oauth_artifact TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.outbox TO parley_app;

GRANT SELECT,INSERT ON TABLE public.overview_answer TO parley_app;

GRANT SELECT,UPDATE ON TABLE public.overview_cursor TO parley_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.overview_period TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.overview_wait TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.passkey TO parley_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.person TO parley_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.person_role TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.receipt TO parley_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.recovery_code TO parley_app;

GRANT UPDATE(used_at) ON TABLE public.recovery_code TO parley_app;

GRANT SELECT,INSERT ON TABLE public.schedule_firing TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.second_factor TO parley_app;

GRANT USAGE ON SEQUENCE public.sending_hold_id TO parley_app;

GRANT SELECT,INSERT ON TABLE public.sending_hold TO parley_app;

GRANT UPDATE(released_by) ON TABLE public.sending_hold TO parley_app;

GRANT UPDATE(released_at) ON TABLE public.sending_hold TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_in_domain TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_in_failure TO parley_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.sign_in_link TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.signing_key TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.simulator_event TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.simulator_handset TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.simulator_refusal TO parley_app;

GRANT SELECT,UPDATE ON TABLE public.simulator_setting TO parley_app;

GRANT USAGE ON SEQUENCE public.simulator_text_id TO parley_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.simulator_text TO parley_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.texting_number TO parley_app;

GRANT SELECT,INSERT ON TABLE public.texting_policy TO parley_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.webhook_attempt TO parley_app;

GRANT USAGE ON SEQUENCE public.webhook_endpoint_id TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_endpoint TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_parked TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_secret TO parley_app;
