-- Due tasks are claimed in their order and not sorted anew for every claim: what waits may be as many as there are subscriptions.
create index task_claim on task (kind, priority desc, run_at, id) where status = 'waiting';
