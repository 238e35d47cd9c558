-- Runs of detection rules: a rule tried on history, or shipments detected again after a change of settings.
create table rule_run (
  id               bigint generated always as identity primary key,
  -- The tenant it is about; null = all tenants.
  tenant_id        bigint references tenant (id),
  kind             text not null check (kind in ('trial', 'detect')),
  rule_code        text collate "C" not null,
  params           jsonb not null,
  state            text not null check (state in ('running', 'done', 'failed', 'cancelled')),
  total            integer not null default 0,
  done             integer not null default 0,
  -- Id of the last subscription that is done: where a run goes on whose worker was killed.
  position         bigint not null default 0,
  result           jsonb not null default '{}',
  error            text,
  actor_code       text collate "C" not null,
  actor_name       text not null,
  started_at       timestamptz not null,
  finished_at      timestamptz
);
create index rule_run_list on rule_run (id desc) where kind = 'trial';
create index rule_run_tenant on rule_run (tenant_id, id desc);

-- What a trial would have opened, beside what the present settings open.
create table rule_run_problem (
  id               bigint generated always as identity primary key,
  run_id           bigint not null references rule_run (id) on delete cascade,
  subscription_id  bigint not null,
  tenant_id        bigint not null,
  problem_key      text not null,
  outcome          text not null check (outcome in ('same', 'new', 'gone')),
  first_at         timestamptz not null,
  gone_at          timestamptz,
  openings         integer not null,
  severity         text not null,
  params           jsonb not null,
  exception_id     bigint,
  -- What people did about the exception that was really opened.
  handle_status    smallint
);
create index rule_run_problem_run on rule_run_problem (run_id, outcome, first_at desc, id desc);
