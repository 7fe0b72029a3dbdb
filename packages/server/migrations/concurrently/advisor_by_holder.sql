create index concurrently advisor_by_holder on advisor (holder_id) where holder_id is not null;
