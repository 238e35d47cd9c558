-- Exact totals of rates per tenant: rows are deltas, folded by a task; the sum is always true.
create table freight_rate_total (
  tenant_id  bigint not null,
  n          bigint not null
);
lock table freight_rate in share row exclusive mode;
insert into freight_rate_total select tenant_id, count(*) from freight_rate group by 1;

create function freight_rate_total_insert() returns trigger language plpgsql as $$
begin
  insert into freight_rate_total select tenant_id, count(*) from new_rows group by 1;
  return null;
end $$;
create function freight_rate_total_delete() returns trigger language plpgsql as $$
begin
  insert into freight_rate_total select tenant_id, -count(*) from old_rows group by 1;
  return null;
end $$;
create function freight_rate_total_move() returns trigger language plpgsql as $$
begin
  insert into freight_rate_total values (old.tenant_id, -1), (new.tenant_id, 1);
  return null;
end $$;
create trigger freight_rate_total_insert after insert on freight_rate
  referencing new table as new_rows for each statement execute function freight_rate_total_insert();
create trigger freight_rate_total_delete after delete on freight_rate
  referencing old table as old_rows for each statement execute function freight_rate_total_delete();
create trigger freight_rate_total_move after update of tenant_id on freight_rate
  for each row when (old.tenant_id is distinct from new.tenant_id) execute function freight_rate_total_move();
