-- Work of tenants is claimed in turns. `turn_of` is the tenant whose turn a task takes; 0: the product itself. The queue is read across
-- tenants, so that this column limits nobody's view. Tasks that wait already share one turn until they are put anew.
alter table task add column turn_of bigint not null default 0;
-- The tenants of whom something waits are found by steps, each at its oldest task.
create index task_turn on task (kind, priority desc, turn_of, run_at, id) where status = 'waiting';
