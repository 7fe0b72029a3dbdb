-- A carrier that is used no more stays on record: texts, receipts and replies name it.
alter table carrier
  -- Null: it is in use.
  add column retired_at timestamptz(3),
  add constraint default_is_in_use check (not is_default or retired_at is null);
