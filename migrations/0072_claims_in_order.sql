-- Due tasks are claimed in their order and not sorted anew for every claim: what waits may be as many as there are subscriptions.
-- The former index goes: with both, the choice between them would hang on statistics that are old in a busy queue.
create index task_claim on task (kind, priority desc, run_at, id) where status = 'waiting';
drop index task_due;
