-- How a source is polled, how many calls its keys have left, and why a question waits.
alter table source
  -- by the shipment, by the shipment with few calls, or at a fixed interval; what the product's own world adds is asked at its interval.
  add column polling text not null default 'fixed' check (polling in ('shipment', 'sparing', 'fixed')),
  -- Its maintenance: nothing is asked between these instants.
  add column maintenance_from timestamptz,
  add column maintenance_until timestamptz;
update source set polling = 'shipment' where profile is not null;

-- Calls made with one set of keys, for all workers; only of sources with limits, or that have asked to be left alone.
create table source_calls (
  id           bigint generated always as identity primary key,
  source_id    bigint not null references source (id) on delete cascade,
  -- null: the platform's keys.
  tenant_id    bigint references tenant (id) on delete cascade,
  -- Times in the state are milliseconds after this; it is moved with the clock of the machine.
  base_at      timestamptz not null,
  state        jsonb not null default '{}',
  -- The source is not asked before, since it said so.
  paused_until timestamptz,
  paused_by    text check (paused_by in ('limit', 'maintenance'))
);
create unique index source_calls_owner on source_calls (source_id, coalesce(tenant_id, 0));

alter table subscription_source
  -- What the next question waits for, or why it is asked sooner or later than usual.
  add column next_pull_why text check (next_pull_why in
    ('departure', 'transhipment', 'arrival', 'free_time', 'quiet', 'calls', 'limit', 'maintenance', 'planned_maintenance')),
  -- Calls that the last answer took, where they are counted.
  add column calls_of_pull smallint;

-- When something is expected to happen to a shipment, for sources that are polled by the shipment.
alter table subscription add column moments jsonb;
