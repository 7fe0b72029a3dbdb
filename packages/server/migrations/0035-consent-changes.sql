-- For partners who poll what changed instead of each number.
create index member_by_consent_change on member (advisor_id, consent_changed_at, id) where consent_changed_at is not null;
