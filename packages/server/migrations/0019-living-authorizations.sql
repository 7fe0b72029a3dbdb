-- What lets an application act for an advisor, until when, and for which scopes: in one place for all who ask.

-- A grant lasts a year, one that was minted for trying things out in a sandbox a week at most.
alter table authorization_grant add column expires_at timestamptz not null default now() + interval '365 days';
update authorization_grant set expires_at = granted_at
  + case when grant_id like 'sandbox\_%' then interval '7 days' else interval '365 days' end;

-- The scopes that the firm allows. Those that were allowed so far are the texting scopes of the application.
alter table firm_authorization add column scopes text[] not null default '{}';
update firm_authorization set scopes = array(
  select scope from unnest(application.scopes) as scope where scope like 'text.%'
) from application where application.id = firm_authorization.application_id;

-- An advisor's own grants that are neither revoked nor expired, and what the advisor's firm allows (grant_id is null).
-- Client credentials, the guard, schedules and the list of connected applications all read it.
create view living_authorization as
  select given.advisor_id, given.application_id, given.grant_id, given.scopes, given.granted_at, given.expires_at
  from authorization_grant as given
  where given.revoked_at is null and given.expires_at > now()
  union all
  select advisor.id, given.application_id, null, given.scopes, given.granted_at, null
  from firm_authorization as given
  join advisor on advisor.firm_id = given.firm_id
  where given.revoked_at is null;
grant select on living_authorization to parley_app;
