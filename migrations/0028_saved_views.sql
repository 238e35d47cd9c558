-- What people keep of their lists: column choices, and views by name that others of the tenant may use.

create table preference (
  user_id          bigint not null references app_user (id) on delete cascade,
  name             text collate "C" not null,
  value            jsonb not null,
  -- Time of the browser's change: of two devices the later choice stays.
  changed_at       timestamptz not null,
  primary key (user_id, name)
);

create table saved_view (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null references tenant (id),
  owner_id         bigint not null references app_user (id),
  -- Address of the list, or the name of the table for a column scheme.
  list             text collate "C" not null,
  kind             text not null check (kind in ('view', 'columns')),
  view_name        text not null,
  shared           boolean not null default false,
  content          jsonb not null,
  record_version   integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now()
);
create unique index saved_view_name on saved_view (owner_id, list, kind, lower(view_name));
create index saved_view_shared on saved_view (tenant_id, list) where shared;

-- What one person does with a view, be it the own or a shared one.
create table saved_view_choice (
  user_id          bigint not null references app_user (id) on delete cascade,
  view_id          bigint not null references saved_view (id) on delete cascade,
  pinned           boolean not null default false,
  is_default       boolean not null default false,
  primary key (user_id, view_id)
);
