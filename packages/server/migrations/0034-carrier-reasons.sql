-- reason is one of the documented codes; what the carrier said is beside it. Before, receipts stored the carrier's words as the reason:
-- readers show such words as the carrier's, so that no row has to change.
alter table message add column carrier_reason text;
alter table receipt add column carrier_reason text;
grant update (carrier_reason) on message to parley_app;
