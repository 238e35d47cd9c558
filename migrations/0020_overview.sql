-- Figures of the operations overview, kept in the transaction of each change as deltas that a task folds; sums are always true.
--   type     every exception: type and handle status
--   open     untreated, in progress or on hold: by the hour in which it was created, with or without somebody responsible
--   opened   came about, or came back, in that hour
--   handled  settled by a person in that hour
--   gone     went away by itself in that hour
create table exception_tally (
  tenant_id        bigint not null,
  kind             text collate "C" not null check (kind in ('type', 'open', 'opened', 'handled', 'gone')),
  type_code        text collate "C",
  handle_status    smallint,
  assigned         boolean,
  at               timestamptz,
  n                bigint not null
);
create index exception_tally_kind on exception_tally (kind, tenant_id);

create function exception_hour(at timestamptz) returns timestamptz language sql immutable as
$$ select date_trunc('hour', at at time zone 'UTC') at time zone 'UTC' $$;

create function exception_tally_insert() returns trigger language plpgsql as $$
begin
  insert into exception_tally (tenant_id, kind, type_code, handle_status, assigned, at, n)
  select tenant_id, 'type', type_code, handle_status, null, null, count(*) from new_rows group by 1, 3, 4
  union all
  select tenant_id, 'open', null, handle_status, assignee_code is not null, exception_hour(created_at), count(*)
    from new_rows where handle_status in (0, 1, 4) group by 1, 4, 5, 6
  union all
  select tenant_id, 'opened', null, null, null, exception_hour(created_at), count(*) from new_rows group by 1, 6;
  return null;
end $$;
create function exception_tally_delete() returns trigger language plpgsql as $$
begin
  insert into exception_tally (tenant_id, kind, type_code, handle_status, assigned, at, n)
  select tenant_id, 'type', type_code, handle_status, null, null, -count(*) from old_rows group by 1, 3, 4
  union all
  select tenant_id, 'open', null, handle_status, assignee_code is not null, exception_hour(created_at), -count(*)
    from old_rows where handle_status in (0, 1, 4) group by 1, 4, 5, 6;
  return null;
end $$;
-- Most updates touch nothing that is counted: those rows are left out first.
create function exception_tally_update() returns trigger language plpgsql as $$
begin
  insert into exception_tally (tenant_id, kind, type_code, handle_status, assigned, at, n)
  with moved as (
    select o.tenant_id as old_tenant, o.type_code as old_type, o.handle_status as old_status,
      o.assignee_code is not null as old_assigned, exception_hour(o.created_at) as old_hour,
      n.tenant_id, n.type_code, n.handle_status, n.assignee_code is not null as assigned,
      exception_hour(n.created_at) as hour, exception_hour(n.updated_at) as changed,
      n.resolution is not null and o.resolution is null as by_itself
    from old_rows o join new_rows n using (id)
    where o.handle_status <> n.handle_status or o.type_code <> n.type_code or o.tenant_id <> n.tenant_id
      or (o.assignee_code is null) <> (n.assignee_code is null) or o.created_at <> n.created_at),
  deltas as (
    select tenant_id, 'type' as kind, type_code, handle_status, null::boolean as assigned, null::timestamptz as at, 1 as d
      from moved
    union all select old_tenant, 'type', old_type, old_status, null, null, -1 from moved
    union all select tenant_id, 'open', null, handle_status, assigned, hour, 1 from moved where handle_status in (0, 1, 4)
    union all select old_tenant, 'open', null, old_status, old_assigned, old_hour, -1 from moved
      where old_status in (0, 1, 4)
    union all select tenant_id, 'opened', null, null, null, changed, 1 from moved
      where handle_status in (0, 1, 4) and old_status not in (0, 1, 4)
    union all select tenant_id, case when by_itself then 'gone' else 'handled' end, null, null, null, changed, 1 from moved
      where handle_status not in (0, 1, 4) and old_status in (0, 1, 4))
  select tenant_id, kind, type_code, handle_status, assigned, at, sum(d) from deltas
  group by 1, 2, 3, 4, 5, 6 having sum(d) <> 0;
  return null;
end $$;
create trigger exception_tally_insert after insert on shipment_exception
  referencing new table as new_rows for each statement execute function exception_tally_insert();
create trigger exception_tally_delete after delete on shipment_exception
  referencing old table as old_rows for each statement execute function exception_tally_delete();
create trigger exception_tally_update after update on shipment_exception
  referencing new table as new_rows old table as old_rows for each statement execute function exception_tally_update();

insert into exception_tally (tenant_id, kind, type_code, handle_status, assigned, at, n)
select tenant_id, 'type', type_code, handle_status, null, null, count(*) from shipment_exception group by 1, 3, 4
union all
select tenant_id, 'open', null, handle_status, assignee_code is not null, exception_hour(created_at), count(*)
  from shipment_exception where handle_status in (0, 1, 4) group by 1, 4, 5, 6
union all
select tenant_id, 'opened', null, null, null, exception_hour(created_at), count(*) from shipment_exception group by 1, 6
union all
select tenant_id, case when resolution is null then 'handled' else 'gone' end, null, null, null,
  exception_hour(coalesce(handle_time, resolved_at, updated_at)), count(*)
  from shipment_exception where handle_status not in (0, 1, 4) group by 1, 2, 6;

-- What waits for somebody, oldest first: without a person per tenant, and per person.
create index exception_unassigned on shipment_exception (tenant_id, created_at, id)
  where assignee_code is null and handle_status in (0, 1, 4);
create index exception_own on shipment_exception (assignee_code, created_at, id)
  where assignee_code is not null and handle_status in (0, 1, 4);
