-- The list of incidents at any size: its usual order is that of an index, and what the many members of an incident add up to is kept.

create index incident_worst on incident (open_n desc, last_at desc, id desc) include (parent_id) where n > 0;
create index incident_worst_of_tenant on incident (tenant_id, open_n desc, last_at desc, id desc) where n > 0;

-- Sums by type, person and shipment, of incidents with many members; null: to be added up when they are shown.
alter table incident add column sums jsonb;
alter table incident add column sums_due boolean not null default true;
create index incident_unsummed on incident (n desc) where sums_due and n >= 100;

-- What changes the sums leaves a delta, though all its counts may be 0. It is no change of the incident, whose last change stays.
create or replace function incident_delta_update() returns trigger language plpgsql as $$
begin
  insert into incident_delta
  with both_rows as (
    select o.tenant_id as old_tenant, o.incident_id as old_incident, o.open as old_open, o.handle_status as old_status,
      o.severity as old_severity, n.tenant_id, n.incident_id, n.open, n.handle_status, n.severity, n.updated_at,
      o.incident_id is distinct from n.incident_id or o.open <> n.open or o.handle_status <> n.handle_status
        or o.severity <> n.severity as counted,
      (o.type_code, o.assignee_code, o.assignee_name, o.crossing, o.params, o.money_usd, o.ended, o.subscription_id)
        is distinct from
        (n.type_code, n.assignee_code, n.assignee_name, n.crossing, n.params, n.money_usd, n.ended, n.subscription_id) as summed
    from old_rows o join new_rows n using (id)
    where o.incident_id is not null or n.incident_id is not null),
  moved as (select *, case when counted then updated_at else '-infinity' end as at from both_rows where counted or summed),
  deltas as (
    select tenant_id, incident_id, at, 1 as d, open, handle_status, severity from moved where incident_id is not null
    union all
    select old_tenant, old_incident, at, -1, old_open, old_status, old_severity from moved where old_incident is not null)
  select tenant_id, incident_id, max(at), sum(d), coalesce(sum(d) filter (where open), 0),
    coalesce(sum(d) filter (where open and handle_status = 0), 0),
    coalesce(sum(d) filter (where open and handle_status = 1), 0),
    coalesce(sum(d) filter (where open and handle_status = 4), 0), coalesce(sum(d) filter (where severity = 'high'), 0),
    coalesce(sum(d) filter (where severity = 'medium'), 0), coalesce(sum(d) filter (where open and severity = 'high'), 0),
    coalesce(sum(d) filter (where open and severity = 'medium'), 0)
  from deltas group by 1, 2;
  return null;
end $$;
