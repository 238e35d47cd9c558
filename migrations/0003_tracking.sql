-- The thread: sources, subscriptions, raw answers, records, fused shipments, exceptions.

create table source (
  id               bigint generated always as identity primary key,
  code             text collate "C" not null unique,
  protocol         text not null check (protocol in ('dcsa', 'ft')),
  source_type      text not null,
  channel          text not null,
  carrier_code     text collate "C",
  name_cn          text not null,
  name_en          text not null,
  base_url         text not null,
  -- Sealed by the key of the installation, never in clear.
  credential       text,
  push_secret      text,
  push_enabled     boolean not null default false,
  enabled          boolean not null default true,
  pull_interval_s  integer not null default 900,
  -- Health as the pull tasks see it.
  consecutive_failures integer not null default 0,
  last_success_at  timestamptz,
  last_failure_at  timestamptz,
  last_error       text,
  record_version   integer not null default 1
);

create table subscription (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null references tenant (id),
  subject          text not null check (subject in ('bill', 'container')),
  bill_no          text collate "C",
  container_no     text collate "C",
  carrier_code     text collate "C" not null,
  vessel_name      text collate "C",
  voyage           text collate "C",
  direction        text check (direction in ('E', 'I')),
  channel          text not null,
  source_type      text not null,
  order_no         text,
  subscribed_at    timestamptz not null,
  ended            boolean not null default false,
  ended_at         timestamptz,
  has_data         boolean not null default false,
  shipment_id      bigint,
  remark           text,
  record_version   integer not null default 1,
  created_at       timestamptz not null,
  check ((subject = 'bill' and bill_no is not null) or (subject = 'container' and container_no is not null))
);
create unique index subscription_bill on subscription (tenant_id, carrier_code, bill_no) where subject = 'bill';
create unique index subscription_container on subscription (tenant_id, carrier_code, container_no, coalesce(vessel_name, ''), coalesce(voyage, ''))
  where subject = 'container';
create index subscription_bill_no on subscription (bill_no);
create index subscription_container_no on subscription (container_no);
create index subscription_list on subscription (tenant_id, subscribed_at desc, id desc);

-- One source asked for one subscription.
create table subscription_source (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null,
  subscription_id  bigint not null references subscription (id) on delete cascade,
  source_id        bigint not null references source (id),
  next_pull_at     timestamptz,
  last_pull_at     timestamptz,
  last_success_at  timestamptz,
  last_change_at   timestamptz,
  consecutive_failures integer not null default 0,
  last_error       text,
  etag             text,
  answer_hash      bytea,
  raw_answer_id    bigint,
  unique (subscription_id, source_id)
);
create index subscription_source_due on subscription_source (next_pull_at) where next_pull_at is not null;

-- Answers exactly as received; a record can be made again from them.
create table raw_answer (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null,
  subscription_id  bigint not null references subscription (id) on delete cascade,
  source_id        bigint not null references source (id),
  via              text not null check (via in ('pull', 'push')),
  received_at      timestamptz not null,
  body             bytea not null,
  encoding         text not null check (encoding in ('identity', 'deflate')),
  hash             bytea not null
);
create index raw_answer_subscription on raw_answer (subscription_id, source_id, id desc);

-- What could not be taken, message by message or event by event, with the reason.
create table refusal (
  id               bigint generated always as identity primary key,
  at               timestamptz not null,
  tenant_id        bigint,
  source_id        bigint references source (id),
  subscription_id  bigint,
  via              text not null,
  reason           text collate "C" not null,
  detail           jsonb not null,
  sample           text
);
create index refusal_source on refusal (source_id, id desc);

-- fused = false: what one source says; fused = true: what fusion made of all of them (one per subscription).
create table shipment (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null,
  subscription_id  bigint not null references subscription (id) on delete cascade,
  fused            boolean not null,
  source_id        bigint references source (id),
  source_type      text not null,
  source_code      text not null,
  channel          text not null,
  observed_at      timestamptz not null,
  received_at      timestamptz not null,
  raw_answer_id    bigint,
  bill_no          text collate "C",
  container_no     text collate "C",
  booking_no       text,
  carrier_code     text collate "C",
  vessel_name      text collate "C",
  vessel_imo       text,
  voyage           text collate "C",
  service_code     text,
  place_of_receipt text collate "C",
  port_of_loading  text collate "C",
  port_of_discharge text collate "C",
  place_of_delivery text collate "C",
  final_destination text collate "C",
  planned_departure timestamptz,
  etd              timestamptz,
  atd              timestamptz,
  planned_arrival  timestamptz,
  eta              timestamptz,
  ata              timestamptz,
  direction        text,
  ended            boolean not null default false,
  ended_at         timestamptz,
  container_nos    text[] not null default '{}',
  -- Booking, legs, containers and events as one document, read and written whole; children are
  -- addressed by their natural keys. The columns above repeat what lists filter and sort by.
  content          jsonb not null,
  content_hash     bytea not null,
  provenance       jsonb,
  history          jsonb,
  record_version   integer not null default 1,
  created_at       timestamptz not null,
  updated_at       timestamptz not null
);
create unique index shipment_record on shipment (subscription_id, source_code) where not fused;
create unique index shipment_fused on shipment (subscription_id) where fused;
create index shipment_vessel on shipment (vessel_name, voyage);
create index shipment_containers on shipment using gin (container_nos);

-- What was known from when on, one row per re-fusion that changed something.
create table shipment_change (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null,
  shipment_id      bigint not null references shipment (id) on delete cascade,
  known_at         timestamptz not null,
  changes          jsonb not null
);
create index shipment_change_shipment on shipment_change (shipment_id, id);

create table field_override (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null,
  subscription_id  bigint not null references subscription (id) on delete cascade,
  path             text not null,
  value            jsonb not null,
  active           boolean not null,
  entered_by       text not null,
  entered_at       timestamptz not null,
  dropped_at       timestamptz
);
create unique index field_override_path on field_override (subscription_id, path) where dropped_at is null;

-- One problem on one booking; the columns from subject on repeat the subscription so that the list filters one table.
create table shipment_exception (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null,
  subscription_id  bigint references subscription (id) on delete cascade,
  shipment_id      bigint,
  type_code        text collate "C" not null,
  problem_key      text not null default '',
  severity         text not null default 'medium',
  open             boolean not null default true,
  regressions      integer not null default 0,
  params           jsonb not null default '{}',
  evidence         jsonb not null default '[]',
  handle_status    smallint not null default 0,
  handle_remark    text,
  handle_time      timestamptz,
  assignee_code    text collate "C",
  assignee_name    text,
  subject          text not null,
  bill_no          text collate "C",
  container_no     text collate "C",
  carrier_code     text collate "C",
  vessel_name      text collate "C",
  voyage           text collate "C",
  source_type      text collate "C",
  channel          text collate "C",
  ended            boolean not null default false,
  subscribed_at    timestamptz,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  resolved_at      timestamptz,
  -- Why it was closed without a person: 'gone' or 'duplicate'.
  resolution       text,
  record_version   integer not null default 1
);
create unique index exception_problem on shipment_exception (subscription_id, type_code, problem_key);
create index exception_created on shipment_exception (created_at desc, id desc);
create index exception_tenant on shipment_exception (tenant_id, created_at desc, id desc);
create index exception_state on shipment_exception (handle_status, created_at desc, id desc);
create index exception_bill on shipment_exception (bill_no);
create index exception_container on shipment_exception (container_no);
create index exception_assignee on shipment_exception (assignee_code, created_at desc) where assignee_code is not null;

create table exception_event (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null,
  exception_id     bigint not null references shipment_exception (id) on delete cascade,
  at               timestamptz not null,
  kind             text not null,
  actor_code       text not null,
  detail           jsonb not null
);
create index exception_event_exception on exception_event (exception_id, id);

-- Exact totals per tenant and handle status: rows are deltas, folded by a task; the sum is always true.
create table exception_total (
  tenant_id        bigint not null,
  handle_status    smallint not null,
  n                bigint not null
);

create function exception_total_insert() returns trigger language plpgsql as $$
begin
  insert into exception_total select tenant_id, handle_status, count(*) from new_rows group by 1, 2;
  return null;
end $$;
create function exception_total_delete() returns trigger language plpgsql as $$
begin
  insert into exception_total select tenant_id, handle_status, -count(*) from old_rows group by 1, 2;
  return null;
end $$;
create function exception_total_update() returns trigger language plpgsql as $$
begin
  insert into exception_total
  select tenant_id, handle_status, sum(n) from (
    select tenant_id, handle_status, 1 as n from new_rows
    union all select tenant_id, handle_status, -1 from old_rows) moved
  group by 1, 2 having sum(n) <> 0;
  return null;
end $$;
create trigger exception_total_insert after insert on shipment_exception
  referencing new table as new_rows for each statement execute function exception_total_insert();
create trigger exception_total_delete after delete on shipment_exception
  referencing old table as old_rows for each statement execute function exception_total_delete();
create trigger exception_total_update after update on shipment_exception
  referencing new table as new_rows old table as old_rows for each statement execute function exception_total_update();

create table rule_setting (
  id               bigint generated always as identity primary key,
  tenant_id        bigint references tenant (id),
  carrier_code     text collate "C",
  lane             text collate "C",
  rule_code        text collate "C" not null,
  enabled          boolean not null default true,
  settings         jsonb not null default '{}',
  record_version   integer not null default 1
);
create unique index rule_setting_scope on rule_setting (rule_code, coalesce(tenant_id, 0), coalesce(carrier_code, ''), coalesce(lane, ''));
