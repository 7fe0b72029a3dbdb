-- Declined is a state of its own, and how often a recipient may be asked and answered is limited.

-- Weaker than the constraint it replaces, so every row satisfies it: nothing needs to be scanned under the lock.
alter table member drop constraint consent_is_known;
alter table member add constraint consent_is_known
  check (consent in ('none', 'pending', 'declined', 'accepted', 'opted_out')) not valid;

alter table member
  -- The newest request, and the newest NO.
  add column asked_at timestamptz(3),
  add column declined_at timestamptz(3),
  -- Requests answered NO since the recipient last agreed or came back.
  add column declines smallint not null default 0,
  -- The newest answer to HELP.
  add column helped_at timestamptz(3),
  -- Confirmations of a STOP, counted from the first one of a day on.
  add column confirmations smallint not null default 0,
  add column confirmed_since timestamptz(3);
grant update (asked_at, declined_at, declines, helped_at, confirmations, confirmed_since) on member to parley_app;

-- Only who is asked and has not agreed can be asked again too soon.
update member set
  asked_at = ledger.asked_at,
  declined_at = ledger.declined_at,
  declines = ledger.declines,
  consent = case when ledger.is_declined then 'declined' else 'pending' end
from member as asked cross join lateral (
  select max(occurred_at) filter (where event = 'requested') as asked_at,
    max(occurred_at) filter (where event = 'declined') as declined_at,
    -- Before, every NO to one request was an entry of its own.
    count(*) filter (where event = 'requested' and next_event = 'declined') as declines,
    bool_or(event = 'declined' and next_event is null) as is_declined
  from (
    select event, occurred_at, version, lead(event) over (order by version) as next_event
    from consent_event where advisor_id = asked.advisor_id and member_id = asked.id
  ) as entry
  where version > coalesce((
    select max(version) from consent_event
    where advisor_id = asked.advisor_id and member_id = asked.id and event in ('accepted', 'restored')
  ), 0)
) as ledger
where asked.consent = 'pending' and member.advisor_id = asked.advisor_id and member.id = asked.id;

drop index member_awaiting_consent;
create index member_awaiting_consent on member (advisor_id, asked_at, id) where consent = 'pending';
create index member_declined on member (advisor_id, declined_at, id) where consent = 'declined';

alter table texting_policy
  -- After a request that was not answered.
  add column ask_again_after_hours integer not null default 24
    constraint ask_again_after_hours_is_possible check (ask_again_after_hours between 0 and 8760),
  -- After a NO.
  add column ask_again_after_no_days integer not null default 30
    constraint ask_again_after_no_days_is_possible check (ask_again_after_no_days between 0 and 3650),
  -- After so many requests answered NO nobody asks again.
  add column declines_most smallint not null default 2
    constraint declines_most_is_possible check (declines_most between 1 and 10);
