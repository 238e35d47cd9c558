-- Exports of lists move to the one table of runs, with their history and their files.

-- Pieces that belong to no file.
delete from export_part p using export_job j where j.id = p.export_id and (j.state <> 'done' or p.attempt <> j.attempt);

-- Their ids must not meet those of other runs, nor those of removed ones, which the audit still names; whatever names exports follows.
create temporary table moved_by on commit drop as
  select greatest(coalesce(max(id), 0), coalesce(pg_sequence_last_value(pg_get_serial_sequence('run', 'id')::regclass), 0)) as ids from run;

-- Those that are under way begin again: what they have written cannot be continued.
insert into run (id, kind, subject, params, state, total, done, cursors, outcome, error, handler_code, handler_name, user_id,
  client_key, started_at, finished_at)
select j.id + m.ids, 'export', j.list,
  jsonb_build_object('list', j.list, 'kind', j.kind, 'lang', j.lang, 'request', j.request, 'acting', j.acting, 'title', j.title),
  case when j.state = 'waiting' then 'running' else j.state end,
  case when j.state in ('waiting', 'running') then 0 else coalesce(j.total, 0) end,
  case when j.state in ('waiting', 'running') then 0 else j.done_rows end,
  array[case when j.state in ('waiting', 'running') then 0 else j.done_rows end],
  case when j.state in ('waiting', 'running') or j.total is null then '{}' else
    jsonb_build_object('titles', '[]'::jsonb, 'lines', j.done_rows, 'complete', j.state = 'done', 'sizeBytes', j.size_bytes,
      'parts', (select count(*) from export_part p where p.export_id = j.id)) end,
  case when j.state = 'failed' then coalesce(j.problem, 'export.failed') end,
  j.acting->'actor'->>'userCode', coalesce(j.acting->'actor'->>'name', j.acting->'actor'->>'userCode'), j.user_id, j.client_key,
  j.ordered_at, j.finished_at
from export_job j, moved_by m;
-- While they move, two pieces may have the same key.
alter table export_part
  drop constraint export_part_pkey,
  drop constraint export_part_export_id_fkey;
update export_part set export_id = export_id + m.ids from moved_by m where m.ids > 0;
update audit_log set entity_id = (entity_id::bigint + m.ids)::text from moved_by m where entity = 'export' and m.ids > 0;
-- The next run begins behind all of them, and behind the exports that are removed.
select setval(pg_get_serial_sequence('run', 'id'), last.id) from (
  select greatest((select max(id) from run),
    m.ids + coalesce(pg_sequence_last_value(pg_get_serial_sequence('export_job', 'id')::regclass), 0)) as id from moved_by m
) last where last.id > 0;

drop table export_rows;
drop table export_job;
-- The file that a run writes, in pieces.
alter table export_part rename to run_file_part;
alter table run_file_part rename column export_id to run_id;
alter table run_file_part
  drop column attempt,
  add constraint run_file_part_pkey primary key (run_id, part_no),
  add constraint run_file_part_run_id_fkey foreign key (run_id) references run (id) on delete cascade;

-- The rows that a run goes through, a thousand at a time, as of its begin: rows that come or go meanwhile shift nothing.
create table run_row_part (
  run_id           bigint not null references run (id) on delete cascade,
  part_no          integer not null,
  -- Rows of a table by their ids, or the cells of rows that are in no table.
  ids              bigint[],
  cells            jsonb,
  primary key (run_id, part_no),
  check (num_nonnulls(ids, cells) = 1)
);

-- Runs that are under way are found without a task.
delete from task where kind = 'list_export';
