-- Texts that wait for a look, because their advisor was disabled or the account was handed over, and a hold that an operator or a
-- recovery places, are two holds: whoever releases one leaves the other in force.
alter table sending_hold add column awaits_review boolean not null default false;
comment on column sending_hold.awaits_review is
  'Placed by itself until somebody has looked at the texts; an administrator of the firm may release it, too.';
update sending_hold set awaits_review = true
where released_at is null and advisor_id is not null and reason in (
  'They waited while the advisor was disabled.', 'They waited when the account was handed over.'
);
-- The table has a row for each hold that a person placed: both take milliseconds.
-- squawk-ignore require-concurrent-index-deletion
drop index sending_hold_of_advisor;
-- squawk-ignore require-concurrent-index-creation
create unique index sending_hold_of_advisor on sending_hold (advisor_id, awaits_review)
  where advisor_id is not null and released_at is null;
