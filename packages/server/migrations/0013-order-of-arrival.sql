-- Only for those who ask in its own words, "message_id > 0": an outbox that is empty now and then looks so small to the
-- planner that it walked along the arrivals to find the texts of one member, 130 rows for each text.
drop index outbox_by_arrival;
create index outbox_by_arrival on outbox (message_id) where message_id > 0;
