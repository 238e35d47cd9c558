-- Who may change what all tenants share, role templates, and reading the audit.

-- The tenant that runs the installation: its users keep what all tenants share.
alter table tenant add column platform boolean not null default false;
create unique index tenant_platform on tenant (platform) where platform;
update tenant set platform = true where code = 'PLATFORM';

-- A named set of menu codes that an administrator gives to new users.
create table role_template (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null references tenant (id),
  role_name        text not null,
  menus            text[] not null,
  record_version   integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now()
);
create unique index role_template_name on role_template (tenant_id, lower(role_name));

alter table audit_log add column ip text;

-- Newest first, narrowed by one thing at a time.
drop index audit_at;
create index audit_at on audit_log (at, id);
create index audit_tenant on audit_log (tenant_id, at, id);
create index audit_actor on audit_log (actor_code, at, id);
create index audit_kind on audit_log (entity, at, id);
create index audit_action on audit_log (action, at, id);

-- "Contains" by trigrams, where the server has them.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index audit_before on audit_log using gin ((before::text) gin_trgm_ops);
    create index audit_after on audit_log using gin ((after::text) gin_trgm_ops);
  end if;
end $$;
