-- Texts that are sent later: schedules, and what came of each time that one was due.

select create_id_sequence('schedule_id');
create table schedule (
  advisor_id bigint not null,
  id bigint not null default nextval('schedule_id'),
  member_id bigint not null,
  phone text not null,
  text text not null,
  -- When the occurrence first_occurrence is due. The others are reckoned from it, not from each other, so that the 31st
  -- returns after a shorter month. An edit of the date begins anew, and the numbers go on.
  starts_at timestamptz(3) not null,
  first_occurrence integer not null default 0,
  frequency smallint not null constraint frequency_is_known check (frequency between 0 and 6),
  time_zone text not null,
  -- The one that is due next. It only ever grows, and each fires at most once.
  occurrence integer not null default 0 constraint occurrence_is_of_the_series check (occurrence >= first_occurrence),
  next_at timestamptz(3),
  status text not null default 'active' constraint status_is_known check (status in ('active', 'ended', 'cancelled')),
  end_reason text constraint end_reason_is_known check (end_reason in ('fired', 'opted_out')),
  -- That stands behind the text: it asked for it, or edited it last. Null: none did.
  application_id bigint references application,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3) not null,
  primary key (advisor_id, id),
  foreign key (advisor_id, member_id) references member,
  constraint only_an_active_one_is_due check ((status = 'active') = (next_at is not null)),
  constraint an_ended_one_says_why check ((status = 'ended') = (end_reason is not null))
) with (fillfactor = 80);
-- For the worker, which alone looks at more than one advisor.
create index schedule_due on schedule (next_at, advisor_id, id) where status = 'active';
-- Locks what is due, the longest due first, and leaves what somebody else holds. The index is walked in its order and no
-- further than the limit, whatever the statistics say: a bitmap of all that is due would be sorted for every set, and
-- would not mark the entries of what has fired as dead, so that each set would read them again.
create function claim_due_schedules(excepted bigint[], how_many integer) returns setof schedule
  language sql set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off as $$
  select * from schedule
  where status = 'active' and next_at <= statement_timestamp() and id <> all (excepted)
  order by next_at, advisor_id, id limit how_many
  for no key update skip locked
$$;
revoke execute on function claim_due_schedules(bigint[], integer) from public;
grant execute on function claim_due_schedules(bigint[], integer) to parley_app;
-- The order of the list: active, cancelled, ended; the next to fire, then the newest.
create index schedule_by_status on schedule (advisor_id, status, next_at, id desc);
create index schedule_by_phone on schedule (advisor_id, phone, status, next_at, id desc);
grant select, insert, update (
  text, starts_at, first_occurrence, frequency, time_zone, occurrence, next_at, status, end_reason, application_id,
  modified_at
) on schedule to parley_app;

-- One row for each occurrence that was due, written in the transaction that sends its text. The key is what makes a
-- second firing impossible, whoever tries.
create table schedule_firing (
  advisor_id bigint not null,
  schedule_id bigint not null,
  occurrence integer not null,
  due_at timestamptz(3) not null,
  fired_at timestamptz(3) not null,
  outcome text not null constraint outcome_is_known check (outcome in ('accepted', 'refused', 'skipped')),
  code text,
  message_id bigint,
  primary key (advisor_id, schedule_id, occurrence),
  foreign key (advisor_id, schedule_id) references schedule,
  constraint only_a_refusal_has_a_code check ((outcome = 'refused') = (code is not null)),
  constraint only_a_text_has_an_id check ((outcome = 'accepted') = (message_id is not null))
);
create trigger schedule_firing_is_final before update or delete or truncate on schedule_firing
  for each statement execute function reject_change();
alter table schedule_firing enable always trigger schedule_firing_is_final;
grant select, insert on schedule_firing to parley_app;
