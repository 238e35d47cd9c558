-- Imports of rows of entities move to the one table of runs, with their history.
alter table import_row drop constraint import_row_import_id_fkey;
alter table import_row rename column import_id to run_id;

-- Their ids must not meet those of other runs, nor those of removed ones, which the audit still names; their rows follow.
create temporary table moved_by on commit drop as
  select greatest(coalesce(max(id), 0), coalesce(pg_sequence_last_value(pg_get_serial_sequence('run', 'id')::regclass), 0)) as ids from run;

-- Rows were done in the order of the file: an import that is under way goes on behind the last one.
insert into run (id, kind, subject, params, state, total, done, cursors, outcome, handler_code, handler_name, user_id, client_key,
  started_at, finished_at)
select j.id + m.ids, 'import', j.entity,
  jsonb_build_object('entity', j.entity, 'mode', j.mode, 'fileName', j.file_name, 'acting', j.acting),
  case j.state when 'receiving' then 'waiting' else j.state end, j.total, r.done, array[r.last],
  jsonb_build_object('insert', r.inserted, 'update', r.updated, 'same', r.same, 'refused', r.refused),
  coalesce(u.user_code, ''), coalesce(u.name_cn, ''), j.user_id, j.client_key, j.created_at, j.finished_at
from import_job j
  left join app_user u on u.id = j.user_id
  cross join lateral (
    select count(*) as done, coalesce(max(row_no), 0) as last,
      count(*) filter (where outcome = 'insert') as inserted, count(*) filter (where outcome = 'update') as updated,
      count(*) filter (where outcome = 'same') as same, count(*) filter (where outcome = 'refused') as refused
    from import_row where run_id = j.id and outcome is not null
  ) r
  cross join moved_by m;
-- The cursor of the run says which rows are done.
drop index import_row_open;
-- While they move, two rows may have the same key.
alter table import_row drop constraint import_row_pkey;
update import_row set run_id = run_id + m.ids from moved_by m where m.ids > 0;
alter table import_row add primary key (run_id, row_no);
alter table import_row add foreign key (run_id) references run (id) on delete cascade;
select setval(pg_get_serial_sequence('run', 'id'), last.id) from (
  select greatest((select max(id) from run), m.ids) as id from moved_by m
) last where last.id > 0;

-- Imports and exports are kept for a shorter time than other runs.
create index run_file_age on run (started_at) where kind in ('import', 'export');

-- Imports that are under way are found without a task and go on.
delete from task where kind = 'entity_import';
drop table import_job;
