-- Groups that were deleted with too many members to remove in the request. The group itself is gone from contact_group in
-- that transaction, with its name and external id; a job removes its memberships in chunks and then this row.
create table group_removal (
  advisor_id bigint not null references advisor,
  group_id bigint not null,
  name text not null,
  contact_count integer not null,
  -- Memberships that are still stored, hidden because their group is gone.
  remaining integer not null constraint remaining_is_possible check (remaining between 0 and contact_count),
  started_at timestamptz(3) not null default statement_timestamp(),
  primary key (advisor_id, group_id)
) with (fillfactor = 50);
grant select, insert, update, delete on group_removal to parley_app;

-- Memberships now outlive their group. Nobody can add one meanwhile: every writer locks the group's row first.
alter table membership drop constraint membership_advisor_id_group_id_fkey;
