-- A carrier that is played: what it has taken, and what it still has to tell us. Sandboxes only. It stands for somebody
-- else's machine and knows no advisors, so that, unlike everywhere else, numbers lead the keys here.

select create_id_sequence('simulator_text_id');

-- Both ways: what a phone was sent, and what it wrote.
create table simulator_text (
  phone text not null,
  number text not null,
  id bigint not null default nextval('simulator_text_id'),
  -- Ours, for a text that was taken; a reference is taken once. Null: the phone wrote it.
  reference text constraint simulator_text_reference_is_taken_once unique,
  text text not null,
  created_at timestamptz(3) not null default statement_timestamp(),
  primary key (phone, number, id)
);
grant select, insert on simulator_text to parley_app;

-- Receipts and replies that wait to be delivered. A row is deleted by the transaction that is open while it is
-- delivered, so one that was not acknowledged is there again, also after a crash.
create table simulator_event (
  kind text not null constraint kind_is_known check (kind in ('receipt', 'reply')),
  due_at timestamptz(3) not null,
  text_id bigint not null,
  -- Of a receipt: one row has all that are told of a text, in the order in which they are told.
  statuses text[],
  reason text,
  -- Of a reply.
  phone text,
  number text,
  text text,
  primary key (kind, due_at, text_id),
  constraint event_is_whole check (
    case kind when 'receipt' then statuses is not null
    else phone is not null and number is not null and text is not null end
  )
) with (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_cost_delay = 0
);
grant select, insert, update, delete on simulator_event to parley_app;

-- How often a text was sent away, for the numbers that are sent away a few times first.
create table simulator_refusal (
  reference text primary key,
  times smallint not null
);
grant select, insert, update on simulator_refusal to parley_app;

-- What tests of failure turn. It holds for every process that plays the carrier, from its next step on.
create table simulator_setting (
  -- False: the link is cut.
  is_up boolean not null default true,
  -- False: receipts and replies wait.
  is_delivering boolean not null default true,
  -- What happens to the answer once texts have been taken. To drop it is to cut the connection that waits for it.
  answer text not null default 'once'
    constraint answer_is_known check (answer in ('once', 'twice', 'never', 'dropped')),
  answer_delay_ms integer not null default 0 constraint delay_is_not_negative check (answer_delay_ms >= 0)
);
create unique index simulator_setting_is_one_row on simulator_setting ((true));
insert into simulator_setting default values;
grant select, update on simulator_setting to parley_app;
