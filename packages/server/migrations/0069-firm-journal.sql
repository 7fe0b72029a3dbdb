-- The firm's own journal, newest first. Entries of firms are rare, and a text writes nothing into this index.
-- On existing partitions `parley migrate` builds it afterwards, while the service goes on writing.
-- squawk-ignore require-concurrent-index-creation
create index journal_by_firm on only journal (firm_id, occurred_at, id) where firm_id is not null;
