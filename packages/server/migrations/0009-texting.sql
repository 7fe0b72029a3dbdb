-- Texting: what firms decide about it, consent, messages, and the way to the carrier and back.

-- What a firm has decided. Every change is a new version, so that evidence can name the words that were in force.
create table texting_policy (
  firm_id bigint not null references firm,
  version integer not null constraint version_counts_from_1 check (version >= 1),
  consent_required boolean not null,
  -- Null: the firm does not collect consent.
  consent_request_text text constraint consent_request_text_is_not_empty check (consent_request_text <> ''),
  help_text text not null constraint help_text_is_given check (help_text <> ''),
  stop_confirmation_text text not null
    constraint stop_confirmation_text_is_given check (stop_confirmation_text <> ''),
  decided_by text not null,
  decided_at timestamptz(3) not null default statement_timestamp(),
  primary key (firm_id, version)
);
create trigger texting_policy_is_final before update or delete or truncate on texting_policy
  for each statement execute function reject_change();
alter table texting_policy enable always trigger texting_policy_is_final;
grant select, insert on texting_policy to parley_app;

-- An advisor for whom the firm's rule about consent does not hold.
create table consent_exception (
  advisor_id bigint primary key references advisor,
  consent_required boolean not null
);
grant select, insert, update, delete on consent_exception to parley_app;

-- Consent lives on the row that a send and a STOP both lock: whoever comes second sees what the first has done.
alter table member
  add column consent text not null default 'none'
    constraint consent_is_known check (consent in ('none', 'pending', 'accepted', 'opted_out')),
  -- Counts the entries of the ledger.
  add column consent_version integer not null default 0,
  -- Null: never since the member came to be.
  add column consent_changed_at timestamptz(3),
  -- Decides where START leads after a STOP.
  add column has_accepted boolean not null default false,
  -- Whether the request that is open has had its one guidance text.
  add column is_guided boolean not null default false,
  -- The newest STOP and START by the carrier's clock: whichever was sent later holds, however they arrive.
  add column stopped_at timestamptz(3),
  add column started_at timestamptz(3);
alter table member set (fillfactor = 80);
grant update (
  consent, consent_version, consent_changed_at, has_accepted, is_guided, stopped_at, started_at
) on member to parley_app;

-- The ledger: what happened to a member's consent, and the evidence for it.
create table consent_event (
  advisor_id bigint not null,
  member_id bigint not null,
  version integer not null constraint version_counts_from_1 check (version >= 1),
  event text not null
    constraint event_is_known check (event in ('requested', 'accepted', 'declined', 'revoked', 'restored')),
  state_before text not null,
  state_after text not null,
  evidence jsonb not null,
  occurred_at timestamptz(3) not null,
  primary key (advisor_id, member_id, version),
  foreign key (advisor_id, member_id) references member
);
create trigger consent_event_is_final before update or delete or truncate on consent_event
  for each statement execute function reject_change();
alter table consent_event enable always trigger consent_event_is_final;
grant select, insert on consent_event to parley_app;

-- Every text, out and in. Ids grow with time, so a range of ids is an age that can be shipped or dropped whole, and an
-- id leads to its partition. No foreign key to member: whoever inserts holds the member's lock.
select create_id_sequence('message_id');
create table message (
  advisor_id bigint not null,
  id bigint not null,
  member_id bigint not null,
  direction text not null constraint direction_is_known check (direction in ('out', 'in')),
  kind text not null constraint kind_is_known
    check (kind in ('text', 'consent_request', 'guidance', 'stop_confirmation', 'help')),
  -- The advisor's number, and that of the other end.
  number text not null,
  phone text not null,
  text text not null,
  status text not null constraint status_is_known check (status in (
    'accepted', 'submitted', 'unconfirmed', 'failed', 'undelivered', 'delivered', 'received'
  )),
  reason text,
  -- That let it pass: the entry of the ledger it rests on.
  consent_version integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (advisor_id, id)
) partition by range (id);
create index message_by_member on message (advisor_id, member_id, id);
grant select, insert, update (status, reason, updated_at) on message to parley_app;

create table message_default partition of message default;

-- Makes sure that the next three partitions exist, five million messages each, and answers how many it made.
create function ensure_message_partitions() returns integer
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  width constant bigint := 5000000::bigint * 1024;
  latest bigint := (select last_value from message_id);
  lower_id bigint;
  name text;
  made integer := 0;
begin
  lock table message in share update exclusive mode; -- one at a time; writers go on
  for ahead in 0..3 loop
    lower_id := (latest / width + ahead) * width;
    name := 'message_' || lpad((lower_id / width)::text, 5, '0');
    continue when to_regclass(name) is not null;
    lock table message_default in access exclusive mode; -- attaching takes it anyway
    -- Attaching would fail, every time anew.
    continue when exists (select from message_default where id >= lower_id and id < lower_id + width);
    execute format('create table %I (like message including all) with (fillfactor = 80)', name);
    execute format(
      'alter table message attach partition %I for values from (%s) to (%s)', name, lower_id, lower_id + width
    );
    made := made + 1;
  end loop;
  return made;
end
$$;
revoke execute on function ensure_message_partitions() from public;
grant execute on function ensure_message_partitions() to parley_app;
select ensure_message_partitions();

-- Texts on their way to a carrier. A row is the whole job: it comes with the message and goes with the outcome. A row
-- with a lease is an attempt under way, committed before the carrier is called. Only the oldest row of a member may be
-- tried, which keeps the order of a conversation.
create table outbox (
  advisor_id bigint not null,
  member_id bigint not null,
  message_id bigint not null,
  number text not null,
  phone text not null,
  text text not null,
  -- The confirmation of a STOP and the answer to HELP are sent to those who opted out, too.
  passes_gate boolean not null,
  due_at timestamptz(3) not null,
  -- Not to be sent later than this.
  expires_at timestamptz(3),
  attempts smallint not null default 0,
  -- The attempt under way: only who holds this may record its outcome. Anew for each claim, so that a worker that was
  -- paused does not take a later attempt of its own for the one it knows.
  claim_id uuid,
  lease_until timestamptz(3),
  -- That the attempt read on the member's row while it held its lock.
  consent_version integer,
  primary key (advisor_id, member_id, message_id)
) with (
  fillfactor = 60, -- an attempt is an update that finds room on its page and touches no index
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_cost_delay = 0
);
create index outbox_by_lane on outbox (advisor_id, number, message_id);
-- For the worker, which alone looks at more than one advisor.
create index outbox_by_arrival on outbox (message_id);
grant select, insert, update, delete on outbox to parley_app;

-- One lane for each sending number: the carriers limit what a number may send.
create table lane (
  advisor_id bigint not null,
  number text not null,
  texts_per_second real not null default 20 constraint pace_is_positive check (texts_per_second > 0),
  -- When the next text may leave.
  next_at timestamptz not null default '-infinity',
  primary key (advisor_id, number),
  foreign key (advisor_id, number) references texting_number
) with (fillfactor = 20);
grant select, insert, update on lane to parley_app;

-- What a carrier calls a text that it took. The carrier knows no advisor: its id alone must lead there.
create table carrier_message (
  carrier text not null,
  carrier_message_id text not null,
  advisor_id bigint not null,
  message_id bigint not null,
  created_at timestamptz(3) not null default statement_timestamp(),
  primary key (carrier, carrier_message_id)
);
create index carrier_message_by_age on carrier_message using brin (created_at);
grant select, insert, update, delete on carrier_message to parley_app;

-- Delivery receipts, each kept once, also those that came before the text was known by its carrier's id.
create table receipt (
  carrier text not null,
  carrier_message_id text not null,
  status text not null constraint status_is_known
    check (status in ('enroute', 'delivered', 'undelivered', 'failed')),
  reason text,
  carrier_time timestamptz(3) not null,
  received_at timestamptz(3) not null default statement_timestamp(),
  -- Null until it is known whose it is.
  advisor_id bigint,
  message_id bigint,
  primary key (carrier, carrier_message_id, status)
);
create index receipt_without_message on receipt (received_at) where message_id is null;
create index receipt_by_age on receipt using brin (received_at);
grant select, insert, update, delete on receipt to parley_app;

-- Replies by their carrier's id, so that one that is delivered again is known. Those to a number that nobody has are
-- kept whole here; the others are messages.
create table inbound_text (
  carrier text not null,
  carrier_message_id text not null,
  received_at timestamptz(3) not null default statement_timestamp(),
  advisor_id bigint,
  message_id bigint,
  stray jsonb,
  primary key (carrier, carrier_message_id),
  constraint text_has_one_home check ((message_id is null) = (stray is not null))
);
create index inbound_text_by_age on inbound_text using brin (received_at);
grant select, insert, update on inbound_text to parley_app;

-- Texts that need a person: given up after the last attempt, expired, or of unknown outcome until a receipt settles it.
create table dead_letter (
  advisor_id bigint not null,
  message_id bigint not null,
  ending text not null constraint ending_is_known check (ending in ('failed', 'expired', 'unconfirmed')),
  reason text not null,
  attempts smallint not null,
  created_at timestamptz(3) not null default statement_timestamp(),
  settled_at timestamptz(3),
  primary key (advisor_id, message_id)
);
create index dead_letter_open on dead_letter (created_at) where settled_at is null;
grant select, insert, update on dead_letter to parley_app;
