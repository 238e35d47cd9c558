-- A source follows a profile, answers for one or many carriers, and is asked with the keys of the tenant or else of the platform.
alter table source
  -- Whose own source it is; null: the platform's, which every tenant's subscriptions are asked of.
  add column tenant_id bigint references tenant (id),
  -- Name of a declared profile; null: the protocol alone says how it is asked.
  add column profile text collate "C",
  -- Where access tokens are asked for; null: as the profile has it.
  add column access_url text,
  -- All carriers that it answers for, separated by commas; null: only carrier_code, or all.
  add column carrier_codes text collate "C",
  -- Its credential sets: the default value of the asset is the platform's, tenant assets are those of tenants.
  add column asset_id bigint references asset (id),
  -- Tenants without a set of their own are asked with the platform's.
  add column platform_key_for_all boolean not null default true,
  -- Most calls, where they differ from the profile's.
  add column most_per_minute integer check (most_per_minute > 0),
  add column most_per_hour integer check (most_per_hour > 0),
  add column most_per_day integer check (most_per_day > 0),
  add column most_at_once integer check (most_at_once > 0),
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now();
create index source_asset on source (asset_id) where asset_id is not null;
create index source_tenant on source (tenant_id) where tenant_id is not null;

-- How a source answers the keys of one tenant: a wrong key of one tenant is no failure of the source for others.
create table source_key_health (
  id                   bigint generated always as identity primary key,
  tenant_id            bigint not null references tenant (id) on delete cascade,
  source_id            bigint not null references source (id) on delete cascade,
  consecutive_failures integer not null default 0,
  last_success_at      timestamptz,
  last_failure_at      timestamptz,
  last_error           text,
  unique (source_id, tenant_id)
);

-- Access tokens, one per source and owner of the keys, for all workers.
create table source_token (
  id             bigint generated always as identity primary key,
  source_id      bigint not null references source (id) on delete cascade,
  -- null: the platform's keys.
  tenant_id      bigint references tenant (id) on delete cascade,
  -- Which keys it was given for: other keys need another token.
  key_hash       text not null,
  sealed         text,
  usable_until   timestamptz,
  -- A worker is fetching it until then.
  fetching_until timestamptz
);
create unique index source_token_owner on source_token (source_id, coalesce(tenant_id, 0));

-- How often sources deviate from their protocol, by day.
create table source_tolerance (
  source_id bigint not null references source (id) on delete cascade,
  tolerance text not null,
  day       date not null,
  n         bigint not null default 0,
  last_at   timestamptz not null,
  primary key (source_id, tolerance, day)
);

-- Whose keys the source was asked with last.
alter table subscription_source add column asked_with text check (asked_with in ('tenant', 'platform'));

-- When existing subscriptions were given to a source; null: that is still to be done.
alter table source add column attached_at timestamptz default now();
-- What only the rows of the product's own tables say is filled from the profile.
alter table source alter column source_type set default 'CARRIER', alter column channel set default 'SHIPPING_TRACKING',
  alter column protocol set default 'dcsa', alter column base_url set default '';
