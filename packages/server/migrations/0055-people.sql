-- Everybody who signs in: advisors, their assistants, and the people of a firm. Reasons: docs/decisions/0036-people-and-roles.md.

-- An advisor and the person who signs in as that advisor have one id, so both take theirs from one sequence. What a person signs
-- in with is found by it: advisor_id of app_session, passkey and sign_in_failure is the id of the person.
create table person (
  id bigint primary key default nextval('advisor_id'),
  firm_id bigint not null references firm,
  email text not null constraint email_is_given check (email like '%_@_%'),
  name text not null constraint name_is_given check (name <> ''),
  -- argon2id in PHC form; null until a password is set.
  password_hash text,
  active boolean not null default true,
  created_at timestamptz not null default now()
);
create unique index person_email_is_unique on person (lower(email));
create index person_by_firm on person (firm_id);
grant select, insert, update on person to parley_app;

create table person_role (
  person_id bigint not null references person,
  role text not null constraint role_is_known
    check (role in ('advisor', 'assistant', 'administrator', 'supervisor', 'principal', 'auditor')),
  given_at timestamptz not null default now(),
  primary key (person_id, role)
);
grant select, insert, delete on person_role to parley_app;

-- For whom an assistant acts.
create table assistant_advisor (
  advisor_id bigint not null references advisor,
  assistant_id bigint not null references person,
  given_at timestamptz not null default now(),
  primary key (advisor_id, assistant_id)
);
create index assistant_advisor_by_assistant on assistant_advisor (assistant_id, advisor_id);
grant select, insert, delete on assistant_advisor to parley_app;

-- The last release writes advisors only. Until it is gone, their row decides and that of the person follows.
create function follow_advisor() returns trigger
  language plpgsql as $$
begin
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
create trigger person_follows_advisor
  after insert or update of firm_id, email, name, password_hash, active on advisor
  for each row execute function follow_advisor();

insert into person (id, firm_id, email, name, password_hash, active, created_at)
select id, firm_id, email, name, password_hash, active, created_at from advisor;
insert into person_role (person_id, role, given_at) select id, 'advisor', created_at from advisor;

-- The last release joins both with advisor, so that it lets nobody else in.
alter table app_session
  drop constraint app_session_advisor_id_fkey,
  add constraint app_session_is_of_person foreign key (advisor_id) references person not valid;
alter table passkey
  drop constraint passkey_advisor_id_fkey,
  add constraint passkey_is_of_person foreign key (advisor_id) references person not valid;
