-- A second factor beside the password: codes of an authenticator app, and recovery codes for whoever has lost it.
-- Reasons: docs/decisions/0038-second-factor-and-mail.md.
create table second_factor (
  person_id bigint primary key references person,
  -- 160 random bits.
  encrypted_secret bytea not null,
  -- The last 30 seconds (RFC 6238) whose code was accepted. Only later ones are, so that a code works once.
  used_step bigint not null,
  added_at timestamptz(3) not null default statement_timestamp()
);
grant select, insert, update, delete on second_factor to parley_app;

create table recovery_code (
  person_id bigint not null references person,
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (person_id, code_hash)
);
grant select, insert, update (used_at), delete on recovery_code to parley_app;

-- Whether the sign-in included a second factor. Sessions of the last release do not say so.
alter table app_session add column has_second_factor boolean not null default false;
grant update (has_second_factor) on app_session to parley_app;

-- Whether the people of the firm need one.
alter table firm add column second_factor_required boolean not null default false;
