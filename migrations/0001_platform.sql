-- Platform: tenants, users, sessions, audit, live events, tasks, clock.
-- Instants are timestamptz; codes are COLLATE "C" so that prefix search uses the index.

create table tenant (
  id               bigint generated always as identity primary key,
  code             text collate "C" not null unique,
  name             text not null,
  name_en          text,
  zone             text not null default 'Asia/Shanghai',
  language         text not null default 'zh' check (language in ('zh', 'en')),
  free_demurrage_days integer not null default 7,
  free_detention_days integer not null default 7,
  active           boolean not null default true,
  record_version   integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now()
);

create table app_user (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null references tenant (id),
  user_code        text collate "C" not null,
  name_cn          text not null,
  user_type        text not null check (user_type in ('user', 'admin')),
  all_tenants      boolean not null default false,
  password_hash    text,
  password_weak    boolean not null default false,
  must_change_password boolean not null default false,
  oidc_subject     text unique,
  office_code      text,
  office_name      text,
  ip               text,
  mac              text,
  telephone        text,
  email            text,
  qq               text,
  age              integer,
  sex              smallint check (sex in (0, 1)),
  menu_version     integer not null default 1,
  record_version   integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  removed_at       timestamptz
);
create unique index app_user_code on app_user (lower(user_code)) where removed_at is null;

-- Tenants a user may see besides the own one.
create table user_tenant (
  user_id          bigint not null references app_user (id) on delete cascade,
  tenant_id        bigint not null references tenant (id),
  primary key (user_id, tenant_id)
);

create table user_menu (
  user_id          bigint not null references app_user (id) on delete cascade,
  menu_code        text collate "C" not null,
  primary key (user_id, menu_code)
);

create table session (
  token_hash       bytea primary key,
  user_id          bigint not null references app_user (id) on delete cascade,
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  last_seen_at     timestamptz not null,
  ip               text,
  user_agent       text
);
create index session_user_id on session (user_id);

create table login_failure (
  key              text primary key,
  failures         integer not null,
  blocked_until    timestamptz,
  last_at          timestamptz not null
);

create table audit_log (
  id               bigint generated always as identity primary key,
  at               timestamptz not null,
  tenant_id        bigint,
  actor_id         bigint,
  actor_code       text not null,
  origin           text not null,
  request_id       text,
  entity           text collate "C" not null,
  entity_id        text collate "C" not null,
  action           text not null,
  before           jsonb,
  after            jsonb
);
create index audit_entity on audit_log (entity, entity_id, id);
create index audit_at on audit_log (at);

-- What browsers are told; replayed by Last-Event-ID.
create table live_event (
  id               bigint generated always as identity primary key,
  at               timestamptz not null,
  tenant_id        bigint,
  topic            text not null,
  payload          jsonb not null
);
create index live_event_at on live_event (at);

create table task (
  id               bigint generated always as identity primary key,
  kind             text not null,
  -- At most one waiting task per kind and singleton key.
  singleton_key    text,
  payload          jsonb not null,
  priority         smallint not null default 50,
  run_at           timestamptz not null,
  status           text not null default 'waiting' check (status in ('waiting', 'running', 'dead')),
  attempts         integer not null default 0,
  max_attempts     integer not null default 8,
  lease_until      timestamptz,
  fence            bigint not null default 0,
  worker           text,
  last_error       text,
  created_at       timestamptz not null default now()
);
create unique index task_singleton on task (kind, singleton_key) where status = 'waiting' and singleton_key is not null;
create index task_due on task (kind, run_at) where status = 'waiting';
create index task_lease on task (lease_until) where status = 'running';
create index task_dead on task (kind, id) where status = 'dead';

create table app_state (
  key              text primary key,
  value            jsonb not null,
  updated_at       timestamptz not null default now()
);
