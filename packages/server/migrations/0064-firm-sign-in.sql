-- People of a firm sign in at the firm's own identity provider. Reasons: docs/decisions/0039-firm-sign-in-and-directory.md.

create table firm_sign_in (
  firm_id bigint primary key references firm,
  issuer text not null,
  client_id text not null,
  encrypted_client_secret bytea not null,
  -- Passwords, their resets and passkeys are refused.
  is_only boolean not null default false,
  created_at timestamptz not null default now()
);
grant select, insert, update, delete on firm_sign_in to parley_app;

-- Domains of e-mail addresses that lead to the firm's provider once they are proved.
create table sign_in_domain (
  firm_id bigint not null references firm_sign_in on delete cascade,
  domain text not null constraint domain_is_lower_case check (domain = lower(domain)),
  proof text not null,
  verified_at timestamptz,
  primary key (firm_id, domain)
);
create unique index sign_in_domain_has_one_firm on sign_in_domain (domain) where verified_at is not null;
grant select, insert, update, delete on sign_in_domain to parley_app;

-- Whom the provider means. Written at the first sign-in, by verified e-mail address; from then on nothing else counts.
create table firm_subject (
  firm_id bigint not null references firm,
  person_id bigint not null references person,
  issuer text not null,
  subject text not null,
  linked_at timestamptz not null default now(),
  primary key (firm_id, person_id, issuer)
);
create unique index firm_subject_has_one_person on firm_subject (issuer, subject);
grant select, insert, delete on firm_subject to parley_app;

-- Sign-ins that are under way, each for one browser. Deleted when they come back.
create table firm_sign_in_attempt (
  firm_id bigint not null references firm_sign_in on delete cascade,
  state_hash bytea not null,
  browser_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  -- Of an authorization page. Null: the app.
  interaction text,
  target text not null,
  -- Once the provider has answered.
  person_id bigint references person,
  expires_at timestamptz not null,
  primary key (firm_id, state_hash)
);
create index firm_sign_in_attempt_by_expiry on firm_sign_in_attempt (expires_at);
grant select, insert, update, delete on firm_sign_in_attempt to parley_app;

-- One-time links of an operator, for when the provider cannot be reached.
create table break_glass_link (
  person_id bigint not null references person,
  hash bytea not null,
  expires_at timestamptz not null,
  primary key (person_id, hash)
);
create unique index break_glass_link_by_hash on break_glass_link (hash);
grant select, insert, delete on break_glass_link to parley_app;
