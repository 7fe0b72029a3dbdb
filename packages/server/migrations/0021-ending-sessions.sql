-- Sessions that can be seen and ended, and that stay ended.

-- The browser that signed in, in words such as "Firefox on Windows". Null: it did not say.
alter table app_session add column browser text;

-- Sessions of the authorization server that began up to then are over. A request that was running when they were deleted writes
-- its session again; this keeps it ended.
alter table advisor add column signed_out_at timestamptz(3);

create index oauth_session_by_account on oauth_artifact ((payload->>'accountId')) where model = 'Session';
