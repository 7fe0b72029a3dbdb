-- Partners read the log as events. Reasons: docs/decisions/0031-events.md.

-- The entries of an advisor from a place in the log on. On existing partitions `parley migrate` builds it afterwards.
create index log_entry_by_owner on only log_entry (owner_id, log_index);

-- The advisors who allow an application, for a reader of all of them.
create index authorization_grant_by_application on authorization_grant (application_id, advisor_id);
