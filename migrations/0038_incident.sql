-- Incidents: exceptions of one tenant with one cause, and why an exception is where it is.

-- One cause for one tenant. The counts are what a task has folded so far; those of incident_delta are to be added.
--   n        all exceptions        open_n   whose problem is there
--   new_n    open and untreated    work_n   open and in progress    hold_n   open and on hold
--   high_n, medium_n, open_high_n, open_medium_n   by severity, of all and of the open ones
create table incident (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null references tenant (id),
  kind             text collate "C" not null check (kind in ('vessel', 'source', 'port', 'sailing', 'place', 'zone')),
  cause_key        text collate "C" not null,
  -- Parameters of its words: vessel, voyage, port and so on.
  facts            jsonb not null,
  first_at         timestamptz not null,
  last_at          timestamptz not null,
  n                bigint not null default 0,
  open_n           bigint not null default 0,
  new_n            bigint not null default 0,
  work_n           bigint not null default 0,
  hold_n           bigint not null default 0,
  high_n           bigint not null default 0,
  medium_n         bigint not null default 0,
  open_high_n      bigint not null default 0,
  open_medium_n    bigint not null default 0
);
create unique index incident_cause on incident (tenant_id, kind, cause_key);

create table incident_delta (
  tenant_id        bigint not null,
  incident_id      bigint not null,
  at               timestamptz not null,
  n                bigint not null,
  open_n           bigint not null,
  new_n            bigint not null,
  work_n           bigint not null,
  hold_n           bigint not null,
  high_n           bigint not null,
  medium_n         bigint not null,
  open_high_n      bigint not null,
  open_medium_n    bigint not null
);

-- No foreign key to the incident: every new exception of a large one would mark its row, and nobody deletes incidents.
alter table shipment_exception
  add column incident_id bigint,
  -- new, regressed or escalating: what brought it to where it is.
  add column reason text collate "C" not null default 'new',
  -- The threshold it crossed, as {setting, limit, measured, unit}.
  add column crossing jsonb,
  -- Put aside until it gets worse, and no longer than until.
  add column snoozed_at timestamptz,
  add column snoozed_until timestamptz;
create index exception_incident on shipment_exception (incident_id, id) where incident_id is not null;
create index exception_snoozed on shipment_exception (snoozed_until) where snoozed_until is not null;
update shipment_exception set reason = 'regressed' where regressions > 0;

create function incident_delta_insert() returns trigger language plpgsql as $$
begin
  insert into incident_delta
  select tenant_id, incident_id, max(updated_at), count(*), count(*) filter (where open),
    count(*) filter (where open and handle_status = 0), count(*) filter (where open and handle_status = 1),
    count(*) filter (where open and handle_status = 4), count(*) filter (where severity = 'high'),
    count(*) filter (where severity = 'medium'), count(*) filter (where open and severity = 'high'),
    count(*) filter (where open and severity = 'medium')
  from new_rows where incident_id is not null group by 1, 2;
  return null;
end $$;
create function incident_delta_delete() returns trigger language plpgsql as $$
begin
  insert into incident_delta
  select tenant_id, incident_id, max(updated_at), -count(*), -count(*) filter (where open),
    -count(*) filter (where open and handle_status = 0), -count(*) filter (where open and handle_status = 1),
    -count(*) filter (where open and handle_status = 4), -count(*) filter (where severity = 'high'),
    -count(*) filter (where severity = 'medium'), -count(*) filter (where open and severity = 'high'),
    -count(*) filter (where open and severity = 'medium')
  from old_rows where incident_id is not null group by 1, 2;
  return null;
end $$;
-- Most updates change nothing that is counted: those rows are left out first.
create function incident_delta_update() returns trigger language plpgsql as $$
begin
  insert into incident_delta
  with moved as (
    select o.tenant_id as old_tenant, o.incident_id as old_incident, o.open as old_open, o.handle_status as old_status,
      o.severity as old_severity, n.tenant_id, n.incident_id, n.open, n.handle_status, n.severity, n.updated_at
    from old_rows o join new_rows n using (id)
    where o.incident_id is distinct from n.incident_id or o.open <> n.open or o.handle_status <> n.handle_status
      or o.severity <> n.severity),
  deltas as (
    select tenant_id, incident_id, updated_at, 1 as d, open, handle_status, severity from moved where incident_id is not null
    union all
    select old_tenant, old_incident, updated_at, -1, old_open, old_status, old_severity from moved
      where old_incident is not null)
  select tenant_id, incident_id, max(updated_at), sum(d), coalesce(sum(d) filter (where open), 0),
    coalesce(sum(d) filter (where open and handle_status = 0), 0),
    coalesce(sum(d) filter (where open and handle_status = 1), 0),
    coalesce(sum(d) filter (where open and handle_status = 4), 0), coalesce(sum(d) filter (where severity = 'high'), 0),
    coalesce(sum(d) filter (where severity = 'medium'), 0), coalesce(sum(d) filter (where open and severity = 'high'), 0),
    coalesce(sum(d) filter (where open and severity = 'medium'), 0)
  from deltas group by 1, 2;
  return null;
end $$;
create trigger incident_delta_insert after insert on shipment_exception
  referencing new table as new_rows for each statement execute function incident_delta_insert();
create trigger incident_delta_delete after delete on shipment_exception
  referencing old table as old_rows for each statement execute function incident_delta_delete();
create trigger incident_delta_update after update on shipment_exception
  referencing new table as new_rows old table as old_rows for each statement execute function incident_delta_update();

-- A comment on a whole incident that is sent twice is written once.
alter table exception_comment add column request_id text collate "C";
create unique index exception_comment_request on exception_comment (exception_id, request_id) where request_id is not null;
