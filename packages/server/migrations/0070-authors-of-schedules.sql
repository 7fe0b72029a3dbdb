-- Who scheduled the text or changed it last, as the actor of an entry. Null: scheduled before this was kept.
alter table schedule add column scheduled_by jsonb;
grant update (scheduled_by) on schedule to parley_app;
