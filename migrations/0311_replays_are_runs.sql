-- Re-fusions, requests and re-reads of subscriptions move to the one table of runs, with their history.
alter table field_override drop constraint field_override_dropped_by_run_fkey;

-- Their ids must not meet those of other runs; whatever names them follows.
create temporary table moved_by on commit drop as select coalesce(max(id), 0) as ids from run;

insert into run (id, tenant_id, kind, subject, scope, params, state, total, done, cursors, outcome, error, handler_code, handler_name,
  started_at, finished_at)
select r.id + m.ids, r.tenant_id, 'replay-' || case r.kind when 'replay' then 'many' else r.kind end,
  coalesce(r.subscription_id::text, 'many'),
  case r.kind when 'ask' then r.subscription_id || ' ' || r.source_type when 'replay' then r.tenant_id || ' ' || r.scope end,
  r.params || jsonb_build_object('subscriptionId', r.subscription_id, 'sourceType', r.source_type)
    || case r.kind when 'replay' then jsonb_build_object('tenantId', r.tenant_id) else '{}' end,
  r.state, r.total, r.done, array[r.position], r.outcome, r.error, r.handler_code, r.handler_name, r.started_at, r.finished_at
from replay_run r, moved_by m;
update field_override set dropped_by_run = dropped_by_run + m.ids from moved_by m where dropped_by_run is not null and m.ids > 0;
update audit_log set entity_id = (entity_id::bigint + m.ids)::text from moved_by m where entity = 'replay_run' and m.ids > 0;
alter table field_override add foreign key (dropped_by_run) references run (id) on delete set null;
select setval(pg_get_serial_sequence('run', 'id'), coalesce(max(id), 1), max(id) is not null) from run;

-- Runs that are under way are found without a task and go on.
delete from task where kind = 'replay';
drop table replay_run;
