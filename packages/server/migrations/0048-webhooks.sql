-- Webhooks: an endpoint is a position in the log, not a queue. Reasons: docs/decisions/0031-events.md.
-- Endpoints belong to an application and tell of all advisors who allow it, so here the application leads the keys.

select create_id_sequence('webhook_endpoint_id');

create table webhook_endpoint (
  application_id bigint not null references application,
  id bigint not null default nextval('webhook_endpoint_id'),
  url text not null,
  -- Types or families such as message.*; null: all.
  types text[],
  -- Only these advisors; null: all who allow the application.
  advisor_ids bigint[],
  events_per_second integer constraint rate_is_positive check (events_per_second > 0),
  -- untested: nothing is sent before a test has arrived. failing: only the oldest event is tried, rarely.
  status text not null constraint status_is_known check (status in ('untested', 'active', 'failing', 'paused')),
  paused_because text constraint pause_is_known check (paused_because in ('asked', 'gone', 'failing')),
  -- Every event before it was delivered, is parked, or is not for this endpoint.
  position bigint not null,
  -- What was delivered before is sent again: set when the application chooses another position.
  begun_at timestamptz(3) not null default statement_timestamp(),
  failures integer not null default 0, -- in a row
  failing_since timestamptz(3),
  probes integer not null default 0, -- since then
  probe_at timestamptz(3),
  delivered_at timestamptz(3),
  created_at timestamptz(3) not null default statement_timestamp(),
  -- A replay is an endpoint of its own that ends at a position and is deleted then.
  replay_of bigint,
  ends_at bigint,
  -- The worker that delivers, until when, and how often that changed: who has an older epoch can record nothing.
  holder uuid,
  lease_until timestamptz,
  epoch bigint not null default 0,
  primary key (application_id, id),
  foreign key (application_id, replay_of) references webhook_endpoint on delete cascade,
  constraint replay_ends check ((replay_of is null) = (ends_at is null)),
  constraint pause_has_a_reason check ((status = 'paused') = (paused_because is not null))
) with (fillfactor = 50);
create index webhook_replay_of on webhook_endpoint (application_id, replay_of) where replay_of is not null;
grant select, insert, update, delete on webhook_endpoint to parley_app;

-- Encrypted with PARLEY_SECRET_KEY. More than one may be valid: rotation lets the old one sign on for a chosen time.
create table webhook_secret (
  application_id bigint not null,
  endpoint_id bigint not null,
  id bigint not null default nextval('webhook_endpoint_id'),
  kind text not null constraint kind_is_known check (kind in ('hmac', 'ed25519')),
  encrypted bytea not null,
  created_at timestamptz(3) not null default statement_timestamp(),
  expires_at timestamptz(3),
  primary key (application_id, endpoint_id, id),
  foreign key (application_id, endpoint_id) references webhook_endpoint on delete cascade
);
grant select, insert, update, delete on webhook_secret to parley_app;

-- Events that failed, and those of the same conversation behind them. Exists only where something failed.
create table webhook_parked (
  application_id bigint not null,
  endpoint_id bigint not null,
  position bigint not null,
  advisor_id bigint not null,
  lane text not null,
  attempts integer not null,
  next_at timestamptz(3) not null,
  -- Given up: its conversation goes on, and it can be replayed.
  missed_at timestamptz(3),
  primary key (application_id, endpoint_id, position),
  foreign key (application_id, endpoint_id) references webhook_endpoint on delete cascade
);
grant select, insert, update, delete on webhook_parked to parley_app;

-- Kept for 30 days. Nothing of the answer but its status.
create table webhook_attempt (
  application_id bigint not null,
  endpoint_id bigint not null,
  position bigint not null,
  attempt integer not null,
  at timestamptz(3) not null,
  advisor_id bigint not null,
  event_id text not null,
  type text not null,
  outcome text not null constraint outcome_is_known
    check (outcome in ('delivered', 'refused', 'timeout', 'unreachable')),
  http_status integer,
  error text,
  milliseconds integer not null,
  primary key (application_id, endpoint_id, position, at),
  foreign key (application_id, endpoint_id) references webhook_endpoint on delete cascade
);
create index webhook_attempt_by_age on webhook_attempt using brin (at);
create index webhook_attempt_by_time on webhook_attempt (application_id, endpoint_id, at);
grant select, insert, delete on webhook_attempt to parley_app;
