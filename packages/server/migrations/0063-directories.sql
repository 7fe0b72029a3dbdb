-- A firm's own directory keeps its people here up to date, by SCIM. Reasons: docs/decisions/0039-firm-sign-in-and-directory.md.

create table firm_directory (
  firm_id bigint primary key references firm,
  -- Given to people whom the directory adds. Null: none until an administrator gives one.
  default_role text constraint default_role_is_known
    check (default_role in ('assistant', 'administrator', 'supervisor', 'principal', 'auditor')),
  created_at timestamptz not null default now()
);
grant select, insert, update (default_role) on firm_directory to parley_app;

create table directory_token (
  firm_id bigint not null references firm_directory,
  hash bytea not null,
  hint text not null,
  created_at timestamptz not null default now(),
  -- Set by a rotation or revocation. Null: valid.
  expires_at timestamptz,
  primary key (firm_id, hash)
);
create unique index directory_token_by_hash on directory_token (hash);
grant select, insert, update (expires_at), delete on directory_token to parley_app;

-- What the directory calls a person. Somebody without a row here is known to it by e-mail address.
create table directory_person (
  firm_id bigint not null references firm,
  person_id bigint not null references person,
  user_name text not null,
  external_id text,
  display_name text,
  formatted_name text,
  given_name text,
  family_name text,
  changed_at timestamptz not null default now(),
  -- The directory deleted them. The person and all records stay.
  removed_at timestamptz,
  primary key (firm_id, person_id)
);
create unique index directory_person_user_name_is_unique on directory_person (firm_id, lower(user_name));
create unique index directory_person_external_id_is_unique on directory_person (firm_id, external_id);
grant select, insert, update on directory_person to parley_app;
