-- Tests of rules and new detections after a changed setting move to the one table of runs, with their history.
alter table run
  -- The tenant it is about; null = the platform.
  add column tenant_id bigint references tenant (id),
  -- Runs without a scope exclude nothing.
  alter column scope drop not null;
create index run_tenant on run (tenant_id, id desc) where tenant_id is not null;

-- Their ids must not meet those of other runs; whatever names them follows.
create temporary table moved_by on commit drop as select coalesce(max(id), 0) as ids from run;

alter table rule_run_problem drop constraint rule_run_problem_run_id_fkey;
insert into run (id, tenant_id, kind, subject, params, state, total, done, cursors, outcome, error, handler_code, handler_name,
  started_at, finished_at)
select r.id + m.ids, r.tenant_id, case when r.event_item_id is null then 'rule-' else 'event-' end || r.kind, r.rule_code,
  r.params || jsonb_build_object('ruleCode', r.rule_code), r.state, r.total, r.done, array[r.position],
  case when r.kind = 'detect' then r.result when r.result = '{}' then '{}' else jsonb_build_object('tally', r.result) end,
  r.error, r.actor_code, r.actor_name, r.started_at, r.finished_at
from rule_run r, moved_by m;
update rule_run_problem set run_id = run_id + m.ids from moved_by m where m.ids > 0;
update audit_log set entity_id = (entity_id::bigint + m.ids)::text from moved_by m where entity = 'rule_run' and m.ids > 0;
alter table rule_run_problem add foreign key (run_id) references run (id) on delete cascade;
select setval(pg_get_serial_sequence('run', 'id'), coalesce(max(id), 1), max(id) is not null) from run;

-- Runs that are under way are found without a task and go on.
delete from task where kind = 'rule_run';
drop table rule_run;
