-- What nobody needs any more goes. How long each table keeps its rows is in docs/operations.md.

-- The month in which an installation begins has a partition of its own, too. Rows in the default partition would be looked
-- through, under a lock that stops everybody, each time a later month is attached.
create or replace function ensure_journal_partitions() returns integer
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
set timezone to 'UTC'
set lock_timeout to '2s'
as $$
declare
  month timestamptz;
  next_month timestamptz;
  name text;
  made integer := 0;
begin
  lock table journal in share update exclusive mode; -- one at a time; writers go on
  for ahead in 0..3 loop
    month := date_trunc('month', now()) + make_interval(months => ahead);
    next_month := month + interval '1 month';
    name := 'journal_' || to_char(month, 'YYYY_MM');
    continue when to_regclass(name) is not null;
    lock table journal_default in access exclusive mode; -- attaching takes it anyway
    -- Attaching would fail, every day anew.
    continue when exists (select from journal_default where occurred_at >= month and occurred_at < next_month);
    execute format('create table %I (like journal including all)', name);
    execute format(
      'create trigger journal_is_final before update or delete or truncate on %I
         for each statement execute function reject_change()', name
    );
    execute format('alter table %I enable always trigger journal_is_final', name);
    -- Unlike "create table … partition of", attaching does not stop those who write to other partitions.
    execute format(
      'alter table journal attach partition %I for values from (%L) to (%L)', name, month, next_month
    );
    made := made + 1;
  end loop;
  return made;
end
$$;

create index dead_letter_settled on dead_letter (settled_at) where settled_at is not null;
create index contact_upload_over on contact_upload (finished_at) where finished_at is not null;
create index oauth_artifact_consumed on oauth_artifact (consumed_at) where consumed_at is not null;

grant delete on inbound_text, dead_letter, client_secret, signing_key, authorization_grant, simulator_text,
  simulator_refusal to parley_app;
