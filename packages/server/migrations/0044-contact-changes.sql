-- The latest changes of contacts: each changed contact as it was (-1) and as it is now (+1). A count that was made for an
-- earlier snapshot is corrected by the changes which that snapshot does not show, instead of being counted again.
create table contact_change (
  advisor_id bigint not null,
  xid xid8 not null default pg_current_xact_id(),
  contact_id bigint not null,
  -- 0: the statement changed too many contacts to note them; a count that it may concern has to be made again.
  sign smallint not null constraint sign_is_known check (sign between -1 and 1),
  sort_name text collate "C",
  sort_email text collate "C",
  email_status smallint,
  group_count integer,
  source smallint,
  created_at timestamptz(3),
  modified_at timestamptz(3),
  search_text text,
  noted_at timestamptz not null default statement_timestamp()
);
create index contact_change_by_transaction on contact_change (advisor_id, xid);
-- For the deletion after an hour, of all advisors at once.
create index contact_change_by_age on contact_change (noted_at);
grant select, delete on contact_change to parley_app;

-- A trigger, so that no writer can leave a change out. Plain selects from the transition tables: their plan is kept for the
-- session, and one for a single row must also suit many.
create function note_contact_changes() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  noted_max constant integer := 200;
begin
  if tg_op <> 'INSERT' then
    if (select count(*) from (select from old_contact limit noted_max + 1) as old) > noted_max then
      insert into contact_change (advisor_id, contact_id, sign) select distinct advisor_id, 0, 0 from old_contact;
      return null;
    end if;
    insert into contact_change (advisor_id, contact_id, sign, sort_name, sort_email, email_status, group_count, source,
      created_at, modified_at, search_text)
    select advisor_id, id, -1, sort_name, sort_email, email_status, group_count, source, created_at, modified_at,
      search_text
    from old_contact;
  end if;
  if tg_op <> 'DELETE' then
    if (select count(*) from (select from new_contact limit noted_max + 1) as new) > noted_max then
      insert into contact_change (advisor_id, contact_id, sign) select distinct advisor_id, 0, 0 from new_contact;
      return null;
    end if;
    insert into contact_change (advisor_id, contact_id, sign, sort_name, sort_email, email_status, group_count, source,
      created_at, modified_at, search_text)
    select advisor_id, id, 1, sort_name, sort_email, email_status, group_count, source, created_at, modified_at,
      search_text
    from new_contact;
  end if;
  return null;
end
$$;
revoke execute on function note_contact_changes() from public;

create trigger contact_is_noted_as_new after insert on contact
  referencing new table as new_contact for each statement execute function note_contact_changes();
create trigger contact_is_noted_as_changed after update on contact
  referencing old table as old_contact new table as new_contact
  for each statement execute function note_contact_changes();
create trigger contact_is_noted_as_gone after delete on contact
  referencing old table as old_contact for each statement execute function note_contact_changes();
