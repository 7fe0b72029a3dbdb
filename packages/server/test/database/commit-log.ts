import type { Database } from '../../src/platform/db/pool.ts'

/**
 * Numbers claims and STOPs in commit order: the number is drawn after the commit has begun, with the locks still held, so of two
 * conflicting transactions the second draws after the first has ended.
 */
export const keepCommitLog = (owner: Database): Promise<unknown> =>
  owner.query(`
    create sequence commit_order;
    create table commit_log (kind text, member_id bigint, position bigint);
    create function log_claim() returns trigger language plpgsql security definer as $$
    begin
      insert into commit_log values ('claim', new.member_id, nextval('commit_order'));
      return null;
    end $$;
    create function log_stop() returns trigger language plpgsql security definer as $$
    begin
      insert into commit_log values ('stop', new.id, nextval('commit_order'));
      return null;
    end $$;
    create constraint trigger log_claim after update on outbox deferrable initially deferred for each row
      when (old.lease_until is null and new.lease_until is not null and not new.passes_gate) execute function log_claim();
    create constraint trigger log_stop after update on member deferrable initially deferred for each row
      when (old.consent <> 'opted_out' and new.consent = 'opted_out') execute function log_stop()`)

/** Members of whom a text was claimed after their STOP had committed. */
export const claimedAfterStop = async (owner: Database): Promise<unknown[]> =>
  (
    await owner.query(
      `select claim.member_id from commit_log as stop join commit_log as claim
         on claim.member_id = stop.member_id and claim.kind = 'claim' and claim.position > stop.position
       where stop.kind = 'stop'`,
    )
  ).rows
