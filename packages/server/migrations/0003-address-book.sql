-- The journal, and an advisor's address book: contacts, their groups, and the members behind their phone numbers.

-- Everything that happened on an advisor's account, written in the transaction that made it happen. No foreign key:
-- the record stands by itself, whatever becomes of what it tells about.
select create_id_sequence('journal_id');
create table journal (
  advisor_id bigint not null,
  occurred_at timestamptz(3) not null,
  id bigint not null default nextval('journal_id'),
  kind text not null constraint kind_is_given check (kind <> ''),
  subject_id bigint not null,
  -- The whole entry; the columns before it are taken from it.
  entry jsonb not null,
  -- SHA-256 of the entry's canonical JSON (RFC 8785).
  digest bytea not null constraint digest_is_sha256 check (octet_length(digest) = 32),
  primary key (advisor_id, occurred_at, id)
) partition by range (occurred_at);

create trigger journal_is_final before update or delete or truncate on journal
  for each statement execute function reject_change();
alter table journal enable always trigger journal_is_final;

-- Takes the months that have no partition of their own: the one the installation began in, and any nobody prepared.
create table journal_default partition of journal default;
create trigger journal_is_final before update or delete or truncate on journal_default
  for each statement execute function reject_change();
alter table journal_default enable always trigger journal_is_final;

grant select, insert on journal to parley_app;

-- Makes partitions for the three months to come where they are missing, and answers how many it made. Never for the
-- month that is under way: an entry that was on its way to journal_default would fail. A statement trigger guards only
-- the table that the statement names, so each partition has its own.
create function ensure_journal_partitions() returns integer
  language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC'
  -- Behind one who waits for journal_default all writers of this month would wait; tomorrow is early enough.
  set lock_timeout = '2s' as $$
declare
  month timestamptz;
  next_month timestamptz;
  name text;
  made integer := 0;
begin
  lock table journal in share update exclusive mode; -- one at a time; writers go on
  for ahead in 1..3 loop
    month := date_trunc('month', now()) + make_interval(months => ahead);
    next_month := month + interval '1 month';
    name := 'journal_' || to_char(month, 'YYYY_MM');
    continue when to_regclass(name) is not null;
    lock table journal_default in access exclusive mode; -- attaching takes it anyway
    -- Attaching would fail, every day anew.
    continue when exists (select from journal_default where occurred_at >= month and occurred_at < next_month);
    execute format('create table %I (like journal including all)', name);
    execute format(
      'create trigger journal_is_final before update or delete or truncate on %I
         for each statement execute function reject_change()', name
    );
    execute format('alter table %I enable always trigger journal_is_final', name);
    -- Unlike "create table … partition of", attaching does not stop those who write to other partitions.
    execute format(
      'alter table journal attach partition %I for values from (%L) to (%L)', name, month, next_month
    );
    made := made + 1;
  end loop;
  return made;
end
$$;
revoke execute on function ensure_journal_partitions() from public;
grant execute on function ensure_journal_partitions() to parley_app;

-- PostgreSQL 18 has one of its own; until then a random UUID with the time in front and the version set to 7.
create function create_uuid_v7() returns uuid language sql volatile as $$
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
revoke execute on function create_uuid_v7() from public;
grant execute on function create_uuid_v7() to parley_app;

-- Whom an advisor can text: one for each phone number, from the first time it is known. It outlives the contacts that
-- have the number, because consent and opt-out belong to the number.
select create_id_sequence('member_id');
create table member (
  advisor_id bigint not null references advisor,
  id bigint not null default nextval('member_id'),
  phone text not null constraint phone_is_e164 check (phone ~ '^\+[1-9][0-9]{7,14}$'),
  created_at timestamptz(3) not null default statement_timestamp(),
  primary key (advisor_id, id),
  constraint member_has_its_phone_alone unique (advisor_id, phone)
);
grant select, insert on member to parley_app;

select create_id_sequence('contact_id');
create table contact (
  advisor_id bigint not null references advisor,
  id bigint not null default nextval('contact_id'),
  identifier uuid not null default create_uuid_v7(),
  -- 0 advisor app, 1 partner API, 2 texting, 3 CRM, 4 file import
  source smallint not null constraint source_is_known check (source between 0 and 4),
  first_name text,
  last_name text,
  email_address text,
  nickname text,
  birth_date date,
  phone text,
  client_anniversary date,
  -- ISO/IEC 5218
  gender smallint not null default 0 constraint gender_is_known check (gender in (0, 1, 2, 9)),
  marital_status smallint not null default 0
    constraint marital_status_is_known check (marital_status between 0 and 6),
  address1 text,
  address2 text,
  city text,
  state text,
  postal_code text,
  -- 0 none, 1 active, 2 unsubscribed, 3 bounced
  email_status smallint not null constraint email_status_is_known check (email_status between 0 and 3),
  unsubscribed_at timestamptz(3),
  remote_id text,
  remote_url text,
  custom_fields jsonb not null default '[]',
  -- Kept by every write to membership, so that reading and sorting by it count nothing.
  group_count integer not null default 0 constraint group_count_is_possible check (group_count >= 0),
  created_at timestamptz(3) not null default statement_timestamp(),
  modified_at timestamptz(3) not null default statement_timestamp(),
  -- concat_ws would be shorter, but it is not immutable. Text with null is null, so the first that is whole is taken.
  full_name text not null generated always as
    (coalesce(first_name || ' ' || last_name, first_name, last_name, email_address, phone)) stored,
  primary key (advisor_id, id),
  foreign key (advisor_id, phone) references member (advisor_id, phone),
  constraint email_status_fits_address check ((email_status = 0) = (email_address is null)),
  constraint no_text_is_empty check (('' in (
    first_name, last_name, email_address, nickname, address1, address2, city, state, postal_code, remote_id, remote_url
  )) is not true)
);
create index contact_by_phone on contact (advisor_id, phone) where phone is not null;
grant select, insert, update, delete on contact to parley_app;

-- The fill factors leave room for the counters, which change far more often than the rest: an update that finds room on
-- its page touches no index.
select create_id_sequence('contact_group_id');
create table contact_group (
  advisor_id bigint not null references advisor,
  id bigint not null default nextval('contact_group_id'),
  name text not null constraint name_is_given check (name <> ''),
  external_id text constraint external_id_is_not_empty check (external_id <> ''),
  source smallint not null constraint source_is_known check (source between 0 and 4),
  contact_count integer not null default 0 constraint contact_count_is_possible check (contact_count >= 0),
  created_at timestamptz(3) not null default statement_timestamp(),
  modified_at timestamptz(3) not null default statement_timestamp(),
  primary key (advisor_id, id)
) with (fillfactor = 50);
create unique index contact_group_has_its_external_id_alone on contact_group (advisor_id, external_id)
  where external_id is not null;
grant select, insert, update, delete on contact_group to parley_app;

create table membership (
  advisor_id bigint not null,
  contact_id bigint not null,
  group_id bigint not null,
  primary key (advisor_id, contact_id, group_id),
  foreign key (advisor_id, contact_id) references contact,
  foreign key (advisor_id, group_id) references contact_group
);
create unique index membership_by_group on membership (advisor_id, group_id, contact_id);
grant select, insert, delete on membership to parley_app;

-- The totals of an address book, kept by every write. It appears with the first contact or group.
create table address_book (
  advisor_id bigint primary key references advisor,
  contact_count integer not null constraint contact_count_is_possible check (contact_count >= 0),
  group_count integer not null constraint group_count_is_possible check (group_count >= 0)
) with (fillfactor = 20);
grant select, insert, update on address_book to parley_app;
