-- Whatever ends or resumes sending locks in one order: application, firm, advisors, held_application, lanes. It is written down in
-- docs/decisions/0012-texting.md.

-- A new lane begins as its advisor is. Share locks wait for a change that is being committed: first of the firm, then of the
-- advisor, each by a statement of its own, because one that locks both need not take them in this order.
create or replace function note_new_lane() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from firm where id = (select firm_id from advisor where id = new.advisor_id) for share;
  perform from advisor where id = new.advisor_id for share;
  -- An application that is being held is written into the lanes there are. With this lock the lane either is there when that
  -- begins, or comes when it is committed: then whoever sees the lane sees the hold.
  lock table held_application in share mode;
  new.is_held := is_sending_held(new.advisor_id);
  new.withdrawn_applications := withdrawn_applications(new.advisor_id);
  return new;
end
$$;

-- Called with the application's row locked. Every lane is told, not only those in which its texts wait: a text may be accepted while
-- this is being committed, and a claim that began before would find its lane as if nothing had happened.
create or replace function renew_application_hold(of_application bigint) returns void
  language plpgsql as $$
begin
  if exists (select from application where id = of_application and not active)
    or exists (select from sending_hold where application_id = of_application and released_at is null)
  then
    -- Waits for lanes that are being created. Each statement has a snapshot of its own, so the next one sees them.
    insert into held_application (application_id) values (of_application) on conflict do nothing;
    perform from lane where not coalesce(of_application = any (held_applications), false)
      order by advisor_id, number for no key update;
    update lane set held_applications = array_append(held_applications, of_application)
    where not coalesce(of_application = any (held_applications), false);
  else
    delete from held_application where application_id = of_application;
    perform from lane where of_application = any (held_applications)
      order by advisor_id, number for no key update;
    update lane set held_applications = nullif(array_remove(held_applications, of_application), '{}')
    where of_application = any (held_applications);
  end if;
end
$$;

comment on column lane.held_applications is
  'Those of held_application that were held when the lane was there already. Null: none.';
