-- For partners who poll what changed instead of each number. A NO and a repeated request change nothing that partners know as the
-- state, and so not consent_changed_at.
create index member_by_consent_event on member (advisor_id, greatest(consent_changed_at, asked_at, declined_at), id)
  where consent_changed_at is not null;
