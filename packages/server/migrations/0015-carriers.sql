-- The carriers of this installation: how each is reached, which numbers go by which, and how each is doing.

create table carrier (
  -- Stored with what it took, so it never changes.
  name text primary key constraint name_is_plain check (name ~ '^[a-z][a-z0-9-]{0,31}$'),
  kind text not null constraint kind_is_known check (kind in ('simulator', 'smpp', 'twilio')),
  -- How it is reached. Nothing in it opens a door.
  settings jsonb not null,
  -- What does: encrypted under the installation's secret key and bound to the name. The simulator needs none.
  encrypted_credentials bytea,
  -- Takes the numbers that are given to no other.
  is_default boolean not null,
  -- Nothing is handed to it; replies and receipts still come in.
  is_paused boolean not null default false,
  -- Of the account, over all its numbers. Null: as many as it takes.
  texts_per_second real constraint pace_is_positive check (texts_per_second > 0),
  -- When the account may send the next text.
  next_at timestamptz not null default '-infinity',
  -- Counts the changes that make it necessary to connect anew.
  version integer not null default 1,
  changed_by text not null,
  changed_at timestamptz(3) not null default statement_timestamp(),
  constraint credentials_are_kept check ((encrypted_credentials is null) = (kind = 'simulator'))
) with (fillfactor = 50);
create unique index carrier_by_default on carrier (is_default) where is_default;
grant select, insert, update on carrier to parley_app;

-- A number keeps its carrier whoever has it.
create table carrier_number (
  number text primary key,
  carrier text not null references carrier
);
create index carrier_number_by_carrier on carrier_number (carrier);
grant select, insert, update, delete on carrier_number to parley_app;

-- What each worker says about each carrier, every few seconds.
create table carrier_state (
  carrier text not null,
  worker uuid not null,
  link text not null constraint link_is_known check (link in ('up', 'down')),
  bound integer not null,
  binds integer not null,
  waiting integer not null,
  allowed integer not null,
  paused_for_ms integer not null,
  texts_per_second real not null,
  -- Never a number or a text.
  last_error text,
  last_error_at timestamptz(3),
  updated_at timestamptz(3) not null default statement_timestamp(),
  primary key (carrier, worker)
) with (fillfactor = 50);
grant select, insert, update, delete on carrier_state to parley_app;

-- Whom the attempt under way was handed to: only that carrier can be asked about it.
alter table outbox add column carrier text;
