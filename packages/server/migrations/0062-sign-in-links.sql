-- Links that set a password once: invitations, and resets that somebody asked for. Only hashes are kept.
create table sign_in_link (
  person_id bigint not null references person,
  token_hash bytea primary key,
  purpose text not null constraint purpose_is_known check (purpose in ('invitation', 'reset')),
  created_at timestamptz(3) not null default statement_timestamp(),
  expires_at timestamptz(3) not null
);
create index sign_in_link_by_person on sign_in_link (person_id);
grant select, insert, delete on sign_in_link to parley_app;
