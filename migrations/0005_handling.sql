-- Recording how exceptions were handled: causes, what was done about each, comments.

-- What can be done about a cause; shared by all tenants like the other master data.
create table md_exception_handle_status (
  id               bigint generated always as identity primary key,
  code             text collate "C" not null unique,
  name_cn          text not null,
  name_en          text not null,
  sort             integer not null default 0,
  enabled          boolean not null default true,
  record_version   integer not null default 1
);

-- Why an exception came about, as a person found out; several may have played together.
create table exception_cause (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null references tenant (id),
  exception_id     bigint not null references shipment_exception (id) on delete cascade,
  app_type         text collate "C" not null,
  type_code        text collate "C" not null,
  remark           text,
  -- Goes up with every change of the cause or of what was done about it.
  record_version   integer not null default 1,
  created_at       timestamptz not null,
  created_by       text not null,
  updated_at       timestamptz not null,
  updated_by       text not null
);
create index exception_cause_exception on exception_cause (exception_id, id);
create index exception_cause_tenant on exception_cause (tenant_id, id);

create table exception_cause_status (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null references tenant (id),
  cause_id         bigint not null references exception_cause (id) on delete cascade,
  status_code      text collate "C" not null,
  record_version   integer not null default 1,
  created_at       timestamptz not null,
  created_by       text not null,
  unique (cause_id, status_code)
);
create index exception_cause_status_tenant on exception_cause_status (tenant_id, id);

create table exception_comment (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null references tenant (id),
  exception_id     bigint not null references shipment_exception (id) on delete cascade,
  author_code      text collate "C" not null,
  author_name      text not null,
  body             text not null,
  -- Codes of the users it names.
  mentions         text[] not null default '{}',
  created_at       timestamptz not null,
  removed_at       timestamptz
);
create index exception_comment_exception on exception_comment (exception_id, id);
