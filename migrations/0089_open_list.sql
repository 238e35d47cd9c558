-- The list of exceptions opens on what waits for somebody, of shipments that go on: the worst first, then the newest. Read from
-- this index alone, whatever the tenant.
create index exception_waiting on shipment_exception
  ((array_position(array['low', 'medium', 'high'], severity)) desc, created_at desc, id desc) include (tenant_id, severity)
  where handle_status in (0, 1, 4) and not ended;

-- Exact totals tell shipments that have ended from those that go on.
alter table exception_total add column ended boolean not null default false;
delete from exception_total;
insert into exception_total (tenant_id, handle_status, ended, n)
select tenant_id, handle_status, ended, count(*) from shipment_exception group by 1, 2, 3;

create or replace function exception_total_insert() returns trigger language plpgsql as $$
begin
  insert into exception_total (tenant_id, handle_status, ended, n)
  select tenant_id, handle_status, ended, count(*) from new_rows group by 1, 2, 3;
  return null;
end $$;
create or replace function exception_total_delete() returns trigger language plpgsql as $$
begin
  insert into exception_total (tenant_id, handle_status, ended, n)
  select tenant_id, handle_status, ended, -count(*) from old_rows group by 1, 2, 3;
  return null;
end $$;
create or replace function exception_total_update() returns trigger language plpgsql as $$
begin
  insert into exception_total (tenant_id, handle_status, ended, n)
  select tenant_id, handle_status, ended, sum(n) from (
    select tenant_id, handle_status, ended, 1 as n from new_rows
    union all select tenant_id, handle_status, ended, -1 from old_rows) moved
  group by 1, 2, 3 having sum(n) <> 0;
  return null;
end $$;
