-- Since when texts are held: the day after which they end begins with the hold, not with their acceptance. A text may have waited for
-- long in a slow lane before.

alter table held_application add column held_since timestamptz(3) not null default statement_timestamp();
-- Null: the lane is not held. It stays when a second hold comes, or the first of two goes.
alter table lane add column held_since timestamptz(3);

-- When these began is not known any more. The later time is the one that ends nothing by surprise.
update lane set held_since = now() where is_held;

create or replace function renew_lane_holds(of_advisor bigint, of_firm bigint) returns void
  language plpgsql as $$
begin
  perform from lane join advisor on advisor.id = lane.advisor_id
    where advisor.id = of_advisor or advisor.firm_id = of_firm
    order by lane.advisor_id, lane.number for no key update of lane;
  update lane set is_held = not lane.is_held, held_since = case when not lane.is_held then statement_timestamp() end
  from advisor
  where advisor.id = lane.advisor_id and (advisor.id = of_advisor or advisor.firm_id = of_firm)
    and lane.is_held <> is_sending_held(lane.advisor_id);
end
$$;

-- As in 0032, and with the time. Before it had a lane, a text could not leave and was not held.
create or replace function note_new_lane() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from firm where id = (select firm_id from advisor where id = new.advisor_id) for share;
  perform from advisor where id = new.advisor_id for share;
  -- An application that is being held is written into the lanes there are. With this lock the lane either is there when that
  -- begins, or comes when it is committed: then whoever sees the lane sees the hold.
  lock table held_application in share mode;
  new.is_held := is_sending_held(new.advisor_id);
  new.held_since := case when new.is_held then statement_timestamp() end;
  new.withdrawn_applications := withdrawn_applications(new.advisor_id);
  return new;
end
$$;
