-- What became of a POST that came with an Idempotency-Key, so that sending it again has no second effect.

-- Written in the transaction of the effect, so that neither is there without the other. No foreign keys: the guard has
-- just vouched for advisor and application, and a day later the row is gone. The fill factor leaves room on the page for
-- the answer, which comes by an update.
create table idempotency_key (
  advisor_id bigint not null,
  application_id bigint not null,
  operation text collate "C" not null,
  key text collate "C" not null constraint key_is_of_possible_length check (length(key) between 1 and 255),
  -- SHA-256 of what was asked.
  fingerprint bytea not null constraint fingerprint_is_sha256 check (octet_length(fingerprint) = 32),
  -- Null only within the transaction that gives the answer.
  answer jsonb,
  created_at timestamptz(3) not null default statement_timestamp(),
  primary key (advisor_id, application_id, operation, key)
) with (fillfactor = 50);
create index idempotency_key_by_age on idempotency_key (created_at);
grant select, insert, update, delete on idempotency_key to parley_app;

-- Takes keys for the transaction that calls it, and tells of each, in the order given, whether it is new or what is kept
-- of it. A key that another transaction has taken and not yet committed is waited for, 10 seconds at most. That holds for
-- this function alone and not for what comes after it, which is why it is a function; and it is one round trip.
create function claim_idempotency_keys(
  advisor_ids bigint[], application_ids bigint[], operations text[], keys text[], fingerprints bytea[]
) returns table (is_new boolean, is_same boolean, kept_answer jsonb)
  language plpgsql set lock_timeout = '10s' as $$
begin
  insert into idempotency_key as kept (advisor_id, application_id, operation, key, fingerprint)
  -- One statement may not touch a row twice, and in one order no two callers wait for each other.
  select distinct on (given.advisor_id, given.application_id, given.operation collate "C", given.key collate "C")
    given.advisor_id, given.application_id, given.operation, given.key, given.fingerprint
  from unnest(advisor_ids, application_ids, operations, keys, fingerprints) with ordinality
    as given (advisor_id, application_id, operation, key, fingerprint, position)
  order by given.advisor_id, given.application_id, given.operation collate "C", given.key collate "C", given.position
  -- What is older than a day counts as absent, swept away or not. What is younger is left as it is, but locked. So it is
  -- still there for the next statement, which sees what was committed during the wait. And the lock is a write, whose
  -- commit waits for the standby: one that only reads would acknowledge what the standby may not have.
  on conflict (advisor_id, application_id, operation, key) do update
  set fingerprint = excluded.fingerprint, answer = null, created_at = excluded.created_at
  where kept.created_at < statement_timestamp() - interval '24 hours';

  return query
  select kept.xmin = pg_current_xact_id()::xid, kept.fingerprint = given.fingerprint, kept.answer
  from unnest(advisor_ids, application_ids, operations, keys, fingerprints) with ordinality
    as given (advisor_id, application_id, operation, key, fingerprint, position)
  join idempotency_key as kept
    on kept.advisor_id = given.advisor_id and kept.application_id = given.application_id
    and kept.operation = given.operation and kept.key = given.key
  order by given.position;
end
$$;
revoke execute on function claim_idempotency_keys(bigint[], bigint[], text[], text[], bytea[]) from public;
grant execute on function claim_idempotency_keys(bigint[], bigint[], text[], text[], bytea[]) to parley_app;
