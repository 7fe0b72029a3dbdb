-- Figures of a firm, counted from the log in its order. Reasons: docs/decisions/0040-overview.md.

-- Everything before this position of the log is counted. Changed in the transaction that counts.
create table overview_cursor (
  is_only boolean primary key default true constraint one_row check (is_only),
  position bigint not null default 0
);
insert into overview_cursor default values;
grant select, update on overview_cursor to parley_app;

-- Figures of an advisor by UTC day and by month, and of a firm (its negative id) by day. An owner is numbered as in log_entry.
create table overview_period (
  owner_id bigint not null,
  grain text not null constraint grain_is_known check (grain in ('day', 'month')),
  starts_on date not null,
  firm_id bigint, -- of an advisor's row
  first_index bigint not null, -- of the log: every entry that is counted here is between the two
  last_index bigint not null,
  texts integer not null,
  delivered integer not null,
  failures integer not null,
  replies integer not null,
  consents_asked integer not null,
  consents_given integer not null,
  opt_outs integer not null,
  answers integer not null,
  waited_ms bigint not null, -- sum of what the answers kept clients waiting
  -- Answers by wait: under 15 seconds, then each limit is the last one times the root of 2, and the last is open.
  w00 integer not null default 0, w01 integer not null default 0, w02 integer not null default 0, w03 integer not null default 0,
  w04 integer not null default 0, w05 integer not null default 0, w06 integer not null default 0, w07 integer not null default 0,
  w08 integer not null default 0, w09 integer not null default 0, w10 integer not null default 0, w11 integer not null default 0,
  w12 integer not null default 0, w13 integer not null default 0, w14 integer not null default 0, w15 integer not null default 0,
  w16 integer not null default 0, w17 integer not null default 0, w18 integer not null default 0, w19 integer not null default 0,
  w20 integer not null default 0, w21 integer not null default 0, w22 integer not null default 0, w23 integer not null default 0,
  w24 integer not null default 0, w25 integer not null default 0, w26 integer not null default 0, w27 integer not null default 0,
  w28 integer not null default 0, w29 integer not null default 0, w30 integer not null default 0, w31 integer not null default 0,
  primary key (owner_id, grain, starts_on)
) with (fillfactor = 60); -- the rows of today change all day
-- Rows of a day are written together, so that all advisors of a firm are read from few pages.
create index overview_period_by_firm on overview_period (firm_id, grain, starts_on) where firm_id is not null;
grant select, insert, update on overview_period to parley_app;

-- Clients whose text nobody has answered yet, with the time of the first one.
create table overview_wait (
  advisor_id bigint not null,
  member_id bigint not null,
  since timestamptz(3) not null,
  primary key (advisor_id, member_id)
);
grant select, insert, update, delete on overview_wait to parley_app;

-- Texts that answered a client, by their place in the log.
create table overview_answer (
  advisor_id bigint not null,
  log_index bigint not null,
  waited_ms bigint not null,
  primary key (advisor_id, log_index)
);
grant select, insert on overview_answer to parley_app;
