-- Failed sign-ins of strangers slow strangers down, those of a known device that device. The advisor is named, where there is one, so that
-- an operator can unlock the account.
alter table sign_in_failure add column advisor_id bigint;
create index sign_in_failure_by_advisor on sign_in_failure (advisor_id) where advisor_id is not null;
