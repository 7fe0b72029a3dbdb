-- The last check of the backups and the last drill, for the metrics. The journal has all of them.
create table backup_report (
  kind text primary key constraint kind_is_known check (kind in ('check', 'drill')),
  reported_at timestamptz(3) not null,
  -- When the newest backup that it found was finished. Null: there was none.
  backup_at timestamptz(3),
  is_fine boolean not null
);
grant select, insert, update on backup_report to parley_app;
