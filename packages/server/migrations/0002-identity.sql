-- Who is here: firms, their advisors, the applications that act for them, and what each may do.
-- Credentials are kept as hashes only; a copy of this database opens no door.

select create_id_sequence('firm_id');
create table firm (
  id bigint primary key default nextval('firm_id'),
  name text not null constraint name_is_given check (name <> ''),
  active boolean not null default true,
  created_at timestamptz not null default now()
);
grant select, insert, update on firm to parley_app;

select create_id_sequence('advisor_id');
create table advisor (
  id bigint primary key default nextval('advisor_id'),
  firm_id bigint not null references firm,
  -- What the operator and client credentials call the advisor. It is the subject of tokens, so it never changes.
  identifier text not null unique
    constraint identifier_is_plain check (identifier ~ '^[a-z0-9][a-z0-9._-]{0,63}$'),
  name text not null constraint name_is_given check (name <> ''),
  email text not null constraint email_is_given check (email like '%_@_%'),
  time_zone text not null,
  -- argon2id in PHC form; null until a password is set.
  password_hash text,
  active boolean not null default true,
  created_at timestamptz not null default now()
);
create unique index advisor_email_is_unique on advisor (lower(email));
create index advisor_by_firm on advisor (firm_id);
grant select, insert, update on advisor to parley_app;

create table texting_number (
  advisor_id bigint not null references advisor,
  number text not null constraint number_is_e164 check (number ~ '^\+[1-9][0-9]{7,14}$'),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (advisor_id, number)
);
create unique index texting_number_has_one_advisor on texting_number (number) where active;
grant select, insert, update on texting_number to parley_app;

select create_id_sequence('application_id');
create table application (
  id bigint primary key default nextval('application_id'),
  client_id text not null unique,
  name text not null constraint name_is_given check (name <> ''),
  redirect_uris text[] not null,
  scopes text[] not null,
  grant_types text[] not null,
  active boolean not null default true,
  created_at timestamptz not null default now()
);
grant select, insert, update on application to parley_app;

-- More than one may be valid: rotation lets the old one live on for a chosen time.
create table client_secret (
  application_id bigint not null references application,
  hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  primary key (application_id, hash)
);
grant select, insert, update on client_secret to parley_app;

select create_id_sequence('api_key_id');
create table api_key (
  id bigint primary key default nextval('api_key_id'),
  application_id bigint not null references application,
  hash bytea not null unique,
  -- The last four characters, so that people can tell keys apart.
  hint text not null,
  rate_per_second integer not null constraint rate_is_positive check (rate_per_second > 0),
  burst integer not null constraint burst_is_positive check (burst > 0),
  daily_quota integer constraint quota_is_positive check (daily_quota > 0),
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index api_key_by_application on api_key (application_id);
grant select, insert, update on api_key to parley_app;

-- What an advisor has allowed an application to do. It outlives the tokens made from it, as a record.
create table authorization_grant (
  advisor_id bigint not null references advisor,
  application_id bigint not null references application,
  grant_id text not null unique,
  scopes text[] not null,
  granted_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (advisor_id, application_id, grant_id)
);
grant select, insert, update on authorization_grant to parley_app;

-- A firm may allow an application for all its advisors; client credentials rest on this or on the advisor's own grant.
create table firm_authorization (
  firm_id bigint not null references firm,
  application_id bigint not null references application,
  granted_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (firm_id, application_id)
);
grant select, insert, update on firm_authorization to parley_app;

-- Codes, tokens, sessions and interactions of the authorization server, by its own model names.
create table oauth_artifact (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  expires_at timestamptz,
  consumed_at timestamptz,
  primary key (model, id)
);
create index oauth_artifact_by_grant on oauth_artifact (grant_id) where grant_id is not null;
create unique index oauth_artifact_by_uid on oauth_artifact (model, uid) where uid is not null;
create index oauth_artifact_by_expiry on oauth_artifact (expires_at) where expires_at is not null;
grant select, insert, update, delete on oauth_artifact to parley_app;

-- Keys that sign tokens. The private half is encrypted with a key from the configuration.
create table signing_key (
  kid text primary key,
  public_jwk jsonb not null,
  encrypted_private_jwk bytea not null,
  created_at timestamptz not null default now(),
  -- Signs no more from then on, and is published until the last token it signed has expired.
  retired_at timestamptz
);
grant select, insert, update on signing_key to parley_app;

create table passkey (
  advisor_id bigint not null references advisor,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (advisor_id, credential_id)
);
grant select, insert, update, delete on passkey to parley_app;

-- Failed sign-ins by account and by network address, which slow the next attempt down. Subjects are hashed.
create table sign_in_failure (
  subject bytea primary key,
  failures integer not null,
  last_failed_at timestamptz not null default now()
);
create index sign_in_failure_by_age on sign_in_failure (last_failed_at);
grant select, insert, update, delete on sign_in_failure to parley_app;
