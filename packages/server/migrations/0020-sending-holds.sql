-- Texts that may not leave: of an advisor or a firm that is disabled or on hold, of an application that is disabled or on
-- hold, and of an application that may no longer text for the advisor. The facts are kept where a claim finds them under the
-- locks it takes anyway. Triggers keep them, so that no way of changing a fact can forget it.

-- Whose text it is, where an application sent or scheduled it.
alter table outbox add column application_id bigint;
alter table dead_letter add column application_id bigint;

-- What an operator holds back. Released holds stay as a record.
select create_id_sequence('sending_hold_id');
create table sending_hold (
  id bigint primary key default nextval('sending_hold_id'),
  advisor_id bigint references advisor,
  firm_id bigint references firm,
  application_id bigint references application,
  reason text not null constraint reason_is_given check (reason <> ''),
  placed_by text not null,
  placed_at timestamptz(3) not null default statement_timestamp(),
  released_by text,
  released_at timestamptz(3),
  constraint hold_has_one_subject check (num_nonnulls(advisor_id, firm_id, application_id) = 1),
  constraint release_is_whole check ((released_by is null) = (released_at is null))
);
create unique index sending_hold_of_advisor on sending_hold (advisor_id) where advisor_id is not null and released_at is null;
create unique index sending_hold_of_firm on sending_hold (firm_id) where firm_id is not null and released_at is null;
create unique index sending_hold_of_application on sending_hold (application_id)
  where application_id is not null and released_at is null;
grant select, insert, update (released_by, released_at) on sending_hold to parley_app;

-- Applications that are disabled or on hold. Almost always empty.
create table held_application (
  application_id bigint primary key references application
);
grant select on held_application to parley_app;

-- What a claim must not miss stands in the lane, which it locks: it reads the row as it is then, not as it was when the statement
-- began.
alter table lane
  -- The advisor or the firm is disabled or on hold.
  add column is_held boolean not null default false,
  -- Those of held_application whose texts waited in this lane when they were held. Null: none.
  add column held_applications bigint[],
  -- Applications that may no longer text for the advisor. Null: none.
  add column withdrawn_applications bigint[];
create index lane_held on lane (advisor_id, number) where is_held;

create function is_sending_held(of_advisor bigint) returns boolean
  language sql stable as $$
  select not (advisor.active and firm.active) or exists (
    select from sending_hold as hold
    where hold.released_at is null and (hold.advisor_id = advisor.id or hold.firm_id = firm.id)
  )
  from advisor join firm on firm.id = advisor.firm_id
  where advisor.id = of_advisor
$$;

-- Called with the advisor's or the firm's row locked. Each statement has a snapshot of its own, so the second sees what was committed
-- while the first waited.
create function renew_lane_holds(of_advisor bigint, of_firm bigint) returns void
  language plpgsql as $$
begin
  perform from lane join advisor on advisor.id = lane.advisor_id
    where advisor.id = of_advisor or advisor.firm_id = of_firm
    order by lane.advisor_id, lane.number for no key update of lane;
  update lane set is_held = is_sending_held(lane.advisor_id)
  from advisor
  where advisor.id = lane.advisor_id and (advisor.id = of_advisor or advisor.firm_id = of_firm)
    and lane.is_held <> is_sending_held(lane.advisor_id);
end
$$;

-- Called with the application's row locked.
create function renew_application_hold(of_application bigint) returns void
  language plpgsql as $$
begin
  if exists (select from application where id = of_application and not active)
    or exists (select from sending_hold where application_id = of_application and released_at is null)
  then
    insert into held_application (application_id) values (of_application) on conflict do nothing;
    perform from lane where (advisor_id, number) in (
      select outbox.advisor_id, outbox.number from outbox where outbox.application_id = of_application
    ) order by advisor_id, number for no key update;
    update lane set held_applications = array_append(held_applications, of_application)
    where (advisor_id, number) in (
      select outbox.advisor_id, outbox.number from outbox where outbox.application_id = of_application
    ) and not coalesce(of_application = any (held_applications), false);
  else
    delete from held_application where application_id = of_application;
    update lane set held_applications = nullif(array_remove(held_applications, of_application), '{}')
    where of_application = any (held_applications);
  end if;
end
$$;

-- An authorization to text was revoked, and none is living. One that nobody revoked has ended by its age: what was accepted before
-- then leaves.
create function withdrawn_applications(of_advisor bigint) returns bigint[]
  language sql stable as $$
  select array_agg(revoked.application_id order by revoked.application_id) from (
    select given.application_id from authorization_grant as given
    where given.advisor_id = of_advisor and given.revoked_at is not null
      and 'text.messaging.write' = any (given.scopes)
    union
    select given.application_id from firm_authorization as given
    join advisor on advisor.firm_id = given.firm_id
    where advisor.id = of_advisor and given.revoked_at is not null
      and 'text.messaging.write' = any (given.scopes)
  ) as revoked
  where not exists (
    select from living_authorization as living
    where living.advisor_id = of_advisor and living.application_id = revoked.application_id
      and 'text.messaging.write' = any (living.scopes)
  )
$$;

-- Of one advisor, or of all advisors of a firm.
create function renew_withdrawals(of_advisor bigint, of_firm bigint) returns void
  language plpgsql as $$
begin
  perform from advisor where id = of_advisor or firm_id = of_firm order by id for no key update;
  perform from lane join advisor on advisor.id = lane.advisor_id
    where advisor.id = of_advisor or advisor.firm_id = of_firm
    order by lane.advisor_id, lane.number for no key update of lane;
  update lane set withdrawn_applications = withdrawn_applications(lane.advisor_id) from advisor
  where advisor.id = lane.advisor_id and (advisor.id = of_advisor or advisor.firm_id = of_firm)
    and lane.withdrawn_applications is distinct from withdrawn_applications(lane.advisor_id);
end
$$;

create function note_advisor_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform renew_lane_holds(new.id, null);
  return null;
end
$$;
create trigger advisor_holds_lanes after update on advisor for each row
  when (old.active <> new.active or old.firm_id <> new.firm_id) execute function note_advisor_change();

create function note_firm_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform renew_lane_holds(null, new.id);
  return null;
end
$$;
create trigger firm_holds_lanes after update on firm for each row
  when (old.active <> new.active) execute function note_firm_change();

create function note_application_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform renew_application_hold(new.id);
  return null;
end
$$;
create trigger application_holds_texts after update on application for each row
  when (old.active <> new.active) execute function note_application_change();

-- The row of whom it concerns is locked first, as by every other change of these facts.
create function lock_subject_of_hold() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from firm where id = new.firm_id for no key update;
  perform from advisor where id = new.advisor_id for no key update;
  perform from application where id = new.application_id for no key update;
  return new;
end
$$;
create trigger sending_hold_locks_subject before insert or update on sending_hold for each row
  execute function lock_subject_of_hold();

create function note_hold_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.application_id is not null then
    perform renew_application_hold(new.application_id);
  else
    perform renew_lane_holds(new.advisor_id, new.firm_id);
  end if;
  return null;
end
$$;
create trigger sending_hold_holds after insert or update on sending_hold for each row
  execute function note_hold_change();

-- A new lane begins as its advisor is. Share locks wait for a change that is being committed.
create function note_new_lane() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from advisor join firm on firm.id = advisor.firm_id
    where advisor.id = new.advisor_id for share of advisor, firm;
  new.is_held := is_sending_held(new.advisor_id);
  new.withdrawn_applications := withdrawn_applications(new.advisor_id);
  return new;
end
$$;
create trigger lane_begins_as_its_advisor before insert on lane for each row execute function note_new_lane();

create function note_grant_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform renew_withdrawals(new.advisor_id, null);
  return null;
end
$$;
create trigger grant_withdraws_texts after insert or update on authorization_grant for each row
  execute function note_grant_change();

create function note_firm_authorization_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform renew_withdrawals(null, new.firm_id);
  return null;
end
$$;
create trigger firm_authorization_withdraws_texts after insert or update on firm_authorization for each row
  execute function note_firm_authorization_change();

revoke execute on function is_sending_held(bigint) from public;
revoke execute on function renew_lane_holds(bigint, bigint) from public;
revoke execute on function renew_application_hold(bigint) from public;
revoke execute on function withdrawn_applications(bigint) from public;
revoke execute on function renew_withdrawals(bigint, bigint) from public;

-- What was disabled or withdrawn before.
insert into held_application (application_id) select id from application where not active;
update lane set is_held = is_sending_held(advisor_id), withdrawn_applications = withdrawn_applications(advisor_id)
where is_sending_held(advisor_id) or withdrawn_applications(advisor_id) is not null;
