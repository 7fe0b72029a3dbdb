-- How far the import of a file into an address book has come, so that one that was broken off can go on.

-- One row for each time that a file is imported. It moves in the transaction that adds the contacts of a batch, so
-- whatever ends the import, every line up to last_line is done and none after it.
create table contact_import (
  advisor_id bigint not null references advisor,
  -- SHA-256 of the file.
  file_digest bytea not null constraint file_digest_is_sha256 check (octet_length(file_digest) = 32),
  -- 1, 2, 3 …: a file is imported again only where that is asked for.
  run integer not null constraint run_is_possible check (run >= 1),
  -- SHA-256 of how the file is read: which column is which field, and the group its contacts join.
  reading_digest bytea not null constraint reading_digest_is_sha256 check (octet_length(reading_digest) = 32),
  last_line integer not null default 0 constraint last_line_is_possible check (last_line >= 0),
  created_count integer not null default 0 constraint created_count_is_possible check (created_count >= 0),
  refused_count integer not null default 0 constraint refused_count_is_possible check (refused_count >= 0),
  started_at timestamptz(3) not null default statement_timestamp(),
  finished_at timestamptz(3),
  primary key (advisor_id, file_digest, run)
);
grant select, insert, update on contact_import to parley_app;
