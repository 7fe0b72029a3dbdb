-- Every write that can change what a search of the address book finds counts this up in its own transaction, so that a
-- total that was counted once can be used until then.
alter table address_book add column revision bigint not null default 0;
