-- Exports of lists to files: what was asked for, which rows in which order, and the file.

create table export_job (
  id               bigint generated always as identity primary key,
  -- Made by the browser: the same order sent twice is one.
  client_key       text collate "C" not null,
  user_id          bigint not null,
  list             text collate "C" not null,
  kind             text collate "C" not null check (kind in ('xlsx', 'csv')),
  lang             text collate "C" not null check (lang in ('zh', 'en')),
  -- Filters, order and columns as the list was asked with.
  request          jsonb not null,
  -- Who acts and what they may see, as of the moment the export was ordered.
  acting           jsonb not null,
  title            text not null,
  state            text collate "C" not null default 'waiting'
                   check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  -- Counts the runs: what an earlier one still writes does not count.
  attempt          integer not null default 0,
  total            integer,
  done_rows        integer not null default 0,
  size_bytes       bigint not null default 0,
  -- Code of the text that tells why it failed.
  problem          text collate "C",
  ordered_at       timestamptz not null default now(),
  finished_at      timestamptz,
  unique (user_id, client_key)
);
create index export_job_age on export_job (ordered_at);
create index export_job_open on export_job (user_id) where state in ('waiting', 'running');

-- Ids of the rows in their order as of the start, a thousand at a time: rows that come or go meanwhile shift nothing.
create table export_rows (
  export_id        bigint not null references export_job (id) on delete cascade,
  attempt          integer not null,
  part_no          integer not null,
  ids              bigint[] not null,
  primary key (export_id, attempt, part_no)
);

create table export_part (
  export_id        bigint not null references export_job (id) on delete cascade,
  attempt          integer not null,
  part_no          integer not null,
  body             bytea not null,
  primary key (export_id, attempt, part_no)
);
alter table export_part alter column body set storage external;
