-- Room on the pages: a claim rewrites every row of a page that was filled in one go, so half of it must be free. With 60 and 80
-- percent only 59 % of the outbox's updates and 37 % of the messages' stayed in place; the others wrote new index entries.
alter table outbox set (fillfactor = 45);

do $$
declare
  name regclass;
begin
  for name in select inhrelid::regclass from pg_inherits where inhparent = 'message'::regclass loop
    execute format('alter table %s set (fillfactor = 50)', name);
  end loop;
end
$$;

-- A journal entry is kept as the bytes that were hashed: head and facts apart, each as canonical JSON (RFC 8785) in UTF-8, so that
-- the facts can be withheld and the head still proved. The digest of such an entry is SHA-256(C_head || C_facts), where
-- C_head = SHA-256(first 16 bytes of salts || head) and C_facts = SHA-256(last 16 bytes of salts || facts). Entries from before
-- have `entry` instead, and the digest of its canonical JSON without salts.
alter table journal
  add column head bytea,
  add column facts bytea,
  add column salts bytea;
alter table journal alter column entry drop not null;
-- Not valid: older rows have none of these columns, and checking them would read the whole journal while every send waits.
alter table journal add constraint salts_are_two check (octet_length(salts) = 32) not valid;
alter table journal add constraint entry_has_one_form check (
  case when entry is null then num_nulls(head, facts, salts) = 0 else num_nonnulls(head, facts, salts) = 0 end
) not valid;

-- Both forms as one.
create function entry_of(entry jsonb, head bytea, facts bytea) returns jsonb
  language sql stable parallel safe
  return coalesce(
    entry, convert_from(head, 'UTF8')::jsonb || jsonb_build_object('facts', convert_from(facts, 'UTF8')::jsonb)
  );
create view journal_entry with (security_invoker = true) as
  select advisor_id, occurred_at, id, kind, subject_id, entry_of(entry, head, facts) as entry, digest from journal;
grant select on journal_entry to parley_app;
