-- E-mail that waits to be sent. It is written in the transaction of what it tells, and sent by a worker afterwards.
-- It belongs to no advisor: recipients are people who run an installation or an application, and later sign-ins.
select create_id_sequence('mail_id');

create table mail (
  id bigint primary key default nextval('mail_id'),
  -- What it is for, such as endpoint.failing. In logs in place of the subject.
  purpose text not null constraint purpose_is_short check (length(purpose) between 1 and 50),
  recipient text not null constraint recipient_is_an_address
    check (recipient ~ '^[^[:cntrl:][:space:]<>()",;:@]+@[^[:cntrl:][:space:]<>()",;:@]+$' and length(recipient) <= 254),
  subject text not null constraint subject_is_a_line
    check (subject !~ '[[:cntrl:]]' and length(subject) between 1 and 200),
  -- Null once it was sent or given up: it may hold a link.
  body text constraint body_is_short check (length(body) between 1 and 10000),
  created_at timestamptz(3) not null default statement_timestamp(),
  -- Not sent afterwards.
  expires_at timestamptz(3) not null,
  -- Committed before it is sent, so that a worker that dies leaves a retry behind.
  attempts integer not null default 0,
  next_at timestamptz(3) not null,
  -- The class of the last failure, such as EAUTH 535. Nothing that the mail server said.
  failure text,
  outcome text constraint outcome_is_known check (outcome in ('sent', 'refused', 'expired')),
  ended_at timestamptz(3),
  constraint ended_has_an_outcome check ((outcome is null) = (ended_at is null)),
  constraint ended_has_no_body check ((outcome is null) = (body is not null))
);
create index mail_waiting on mail (next_at) where outcome is null;
create index mail_by_age on mail using brin (created_at);
grant select, insert, update, delete on mail to parley_app;

-- Notices of an endpoint that fails. What was told is kept beside the state it is derived from, so each stage of an outage is told once.
alter table webhook_endpoint
  add column notice_email text,
  -- 0: nothing was told. 1, 2, 3: it has failed for 1, 24, 48 hours. 4: it is paused for that.
  add column notice_stage smallint not null default 0 constraint notice_stage_is_known check (notice_stage between 0 and 4),
  -- Since when it had failed: an outage is known by its beginning.
  add column notice_outage timestamptz(3),
  add column noticed_at timestamptz(3);

-- The developers' console of an application: a link that opens it once, and the session that it opened. Only hashes are kept.
create table console_link (
  application_id bigint not null references application,
  token_hash bytea primary key,
  created_at timestamptz(3) not null default statement_timestamp(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
grant select, insert, update, delete on console_link to parley_app;

create table console_session (
  application_id bigint not null references application,
  token_hash bytea primary key,
  created_at timestamptz(3) not null default statement_timestamp(),
  expires_at timestamptz(3) not null
);
grant select, insert, delete on console_session to parley_app;
