-- The request that a waiting text came from, as a W3C traceparent, so that the worker continues its trace. Null without a collector.
alter table outbox add column trace_parent text;
