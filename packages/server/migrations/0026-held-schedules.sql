-- Scheduled texts to a number that their contact does not have any more are held until somebody decides.

-- Weaker than what they replace, so every row satisfies them: nothing needs to be scanned under the lock.
alter table schedule drop constraint status_is_known, drop constraint only_an_active_one_is_due;
alter table schedule
  add column hold_reason text,
  add constraint status_is_known check (status in ('active', 'held', 'ended', 'cancelled')) not valid,
  -- Of a held one: when it would have been due.
  add constraint what_waits_has_a_time check ((status in ('active', 'held')) = (next_at is not null)) not valid,
  add constraint a_held_one_says_why check ((status = 'held') = (hold_reason is not null)) not valid,
  add constraint hold_reason_is_known check (hold_reason in ('number_changed')) not valid;
grant update (member_id, phone, hold_reason) on schedule to parley_app;
