-- What people do about subscriptions: ask again, stop asking, replay, choose another booking, correct values.

-- Chosen by a person: fusion leaves the link alone.
alter table subscription add column shipment_chosen boolean not null default false;
-- The schedule of a source is stopped until somebody starts it again.
alter table subscription_source add column stopped boolean not null default false;

-- One source asked again for one subscription because a person wanted it.
create table pull_record (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null references tenant (id),
  subscription_id  bigint not null references subscription (id) on delete cascade,
  subscription_source_id bigint not null unique references subscription_source (id) on delete cascade,
  state            text not null check (state in ('pending', 'pulled', 'cancelled')),
  created_at       timestamptz not null,
  -- When the source answered.
  regained_at      timestamptz,
  -- Who asked, or called it off.
  handler_code     text collate "C" not null,
  handler_name     text not null
);
create index pull_record_subscription on pull_record (subscription_id, id);
create index pull_record_pending on pull_record (subscription_source_id) where state = 'pending';

-- Answers read again, sources asked, shipments fused anew: what was started, how far it is and what came of it.
create table replay_run (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null references tenant (id),
  -- Absent for a run over many subscriptions.
  subscription_id  bigint references subscription (id) on delete cascade,
  kind             text not null check (kind in ('fuse', 'ask', 'reinsert', 'replay')),
  source_type      text,
  -- What a run over many is limited to; one text per question, so that the same is not run twice at once.
  scope            text not null default '',
  params           jsonb not null default '{}',
  state            text not null check (state in ('running', 'done', 'failed')),
  total            integer not null default 0,
  done             integer not null default 0,
  -- The last subscription that was worked off.
  position         bigint not null default 0,
  outcome          jsonb not null default '{}',
  error            text,
  handler_code     text collate "C" not null,
  handler_name     text not null,
  started_at       timestamptz not null,
  finished_at      timestamptz
);
create unique index replay_run_open on replay_run (tenant_id, kind, coalesce(source_type, ''), coalesce(subscription_id, 0), scope)
  where state = 'running';
create index replay_run_subscription on replay_run (subscription_id, id desc);
create index replay_run_tenant on replay_run (tenant_id, id desc);

alter table field_override add column channel text not null default 'EXPERT';
alter table field_override add column entered_name text not null default '';
alter table field_override add column record_version integer not null default 1;
-- The re-fusion that dropped it, so that all it dropped comes back together.
alter table field_override add column dropped_by_run bigint references replay_run (id) on delete set null;

-- Every change of an expert value, for history and undo.
create table field_override_change (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null references tenant (id),
  subscription_id  bigint not null references subscription (id) on delete cascade,
  field_override_id bigint not null references field_override (id) on delete cascade,
  path             text not null,
  kind             text not null check (kind in ('entered', 'changed', 'enabled', 'disabled', 'dropped', 'restored', 'undone')),
  at               timestamptz not null,
  actor_code       text collate "C" not null,
  actor_name       text not null,
  -- {value, active}; null: there was none.
  before           jsonb,
  after            jsonb
);
create index field_override_change_subscription on field_override_change (subscription_id, id desc);
