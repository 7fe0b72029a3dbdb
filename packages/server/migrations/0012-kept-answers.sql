-- Keeps the answers to requests whose keys nobody had when they were looked for, key and answer by one insert. A key that
-- somebody has taken since is a unique violation, and the whole transaction comes to nothing: sent again it finds the key.
-- A twin that has not committed is waited for, 3 seconds at most, which hold for this function alone.
create function keep_idempotency_answers(
  advisor_ids bigint[], application_ids bigint[], operations text[], keys text[], fingerprints bytea[], answers jsonb[]
) returns void language plpgsql set lock_timeout = '3s' as $$
declare
  kept_count bigint;
begin
  insert into idempotency_key as kept (advisor_id, application_id, operation, key, fingerprint, answer)
  select * from unnest(advisor_ids, application_ids, operations, keys, fingerprints, answers)
    as given (advisor_id, application_id, operation, key, fingerprint, answer)
  -- In one order no two callers wait for each other.
  order by given.advisor_id, given.application_id, given.operation collate "C", given.key collate "C"
  -- What is older than a day counts as absent, swept away or not.
  on conflict (advisor_id, application_id, operation, key) do update
  set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at
  where kept.created_at < statement_timestamp() - interval '24 hours';
  get diagnostics kept_count = row_count;
  if kept_count <> cardinality(keys) then
    raise unique_violation using message = 'an idempotency key was taken meanwhile';
  end if;
end
$$;
revoke execute on function keep_idempotency_answers(bigint[], bigint[], text[], text[], bytea[], jsonb[]) from public;
grant execute on function keep_idempotency_answers(bigint[], bigint[], text[], text[], bytea[], jsonb[]) to parley_app;
