-- An advisor's account changes hands. Who holds it changes, and no row of the account moves. Reasons: docs/decisions/0041-handing-a-book-over.md.

-- Null: the person with the id of the account. That is also what the last release assumes, so hand nothing over before it is gone.
alter table advisor
  add column holder_id bigint,
  add constraint holder_is_another_person check (holder_id <> id) not valid,
  add constraint holder_is_a_person foreign key (holder_id) references person not valid;

-- Within one firm, whatever the code does.
create function require_holder_of_firm() returns trigger
  language plpgsql as $$
begin
  if not exists (select from person where id = new.holder_id and firm_id = new.firm_id) then
    raise exception 'an account is held by a person of its firm'
      using errcode = 'check_violation', constraint = 'holder_is_of_the_firm', table = 'advisor';
  end if;
  return new;
end
$$;
create trigger advisor_has_holder_of_firm before insert or update of holder_id, firm_id on advisor for each row
  when (new.holder_id is not null) execute function require_holder_of_firm();

-- A person follows the account of the same id only while they hold it. Otherwise its name is that of somebody else, and closing it
-- must not sign them out.
create or replace function follow_advisor() returns trigger
  language plpgsql as $$
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
