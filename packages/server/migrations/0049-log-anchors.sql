-- The RFC 3161 time stamp of a checkpoint, once an hour. Nobody can make it again, so it is not only in the published files.
alter table log_checkpoint add column timestamp_token bytea;

-- Why the sealer does not go on, for parley log status. It finds this out from its own files, so nobody else can.
create table log_refusal (
  is_only boolean primary key default true check (is_only),
  why text not null,
  since timestamptz(3) not null default clock_timestamp()
);
grant select, insert, update, delete on log_refusal to parley_sealer;
