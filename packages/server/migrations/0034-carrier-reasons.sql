-- reason is one of the documented codes; what the carrier said is beside it.
alter table message add column carrier_reason text;
alter table receipt add column carrier_reason text;
grant update (carrier_reason) on message to parley_app;

-- Receipts stored the carrier's words as the reason. Only texts that were not delivered have one.
update message set carrier_reason = reason, reason = 'other'
where reason is not null and reason not in (
  'invalid_recipient', 'unreachable', 'blocked', 'content', 'opted_out', 'sender_refused', 'expired', 'other', 'no_answer',
  'consent_declined', 'authorization_withdrawn', 'held_too_long', 'dropped_by_operator'
);
update receipt set carrier_reason = reason, reason = case when reason = 'opted_out' then reason else 'other' end
where reason is not null;
