alter table advisor validate constraint holder_is_another_person;
alter table advisor validate constraint holder_is_a_person;

-- Each time a book changed hands, and what its clients are told.
select create_id_sequence('handover_id');
create table handover (
  advisor_id bigint not null references advisor,
  id bigint not null default nextval('handover_id'),
  former_holder_id bigint not null references person,
  holder_id bigint not null references person,
  -- As they were then: both may be renamed.
  former_name text not null,
  holder_name text not null,
  handed_over_at timestamptz(3) not null default statement_timestamp(),
  -- The text to clients, with the names filled in. Null: none.
  notice text,
  -- Clients beyond this member came later and are not told.
  last_member_id bigint not null,
  -- Up to this member, each was told or refused. Written with their texts in one transaction, so nobody is told twice.
  told_up_to bigint not null default 0,
  told integer not null default 0,
  -- How many were not told, by reason.
  refused jsonb not null default '{}',
  finished_at timestamptz(3),
  primary key (advisor_id, id),
  constraint notice_is_given check (notice <> '')
);
grant select, insert, update (told_up_to, told, refused, finished_at) on handover to parley_app;

alter table schedule
  drop constraint hold_reason_is_known,
  add constraint hold_reason_is_known check (hold_reason in ('number_changed', 'restored', 'handed_over')) not valid;
