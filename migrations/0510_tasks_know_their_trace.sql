-- The span in which a task was put, as W3C traceparent: what is done by the task continues its trace.
alter table task add column trace_parent text;
