-- Imports of configuration entities from files: what was sent, and what became of each row.

create table import_job (
  id               bigint generated always as identity primary key,
  -- Made by the browser: the same import sent twice is one.
  client_key       text collate "C" not null,
  user_id          bigint not null,
  entity           text collate "C" not null,
  mode             text collate "C" not null check (mode in ('add', 'addAndUpdate')),
  file_name        text not null,
  total            integer not null,
  state            text collate "C" not null default 'receiving' check (state in ('receiving', 'running', 'done')),
  -- Who acts and what they may see, as of the moment the import was ordered.
  acting           jsonb,
  created_at       timestamptz not null default now(),
  finished_at      timestamptz,
  unique (user_id, client_key)
);
create index import_job_age on import_job (created_at);

create table import_row (
  import_id        bigint not null references import_job (id) on delete cascade,
  row_no           integer not null,
  content          jsonb not null,
  -- Natural key in lower case: rows of one file that mean the same row.
  row_key          text,
  -- What would be done, as of the preview: insert, update, same or refused.
  plan             text collate "C" not null,
  -- What was done; null until then.
  outcome          text collate "C",
  problems         jsonb,
  primary key (import_id, row_no)
);
create index import_row_open on import_row (import_id, row_no) where outcome is null;
create index import_row_key on import_row (import_id, row_key);
