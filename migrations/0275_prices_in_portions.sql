-- Prices are worked out in portions of rates, and a change concerns only the rates that it is about: a tenant may have millions.

drop trigger freight_rate_price on freight_rate;
drop trigger surcharge_price on surcharge;
drop trigger exchange_rate_price on exchange_rate;
drop function note_rate_price_due();
drop function note_all_rate_prices_due();
drop table rate_price_due;

-- The day that the prices of a tenant were last worked out for.
create table rate_price_day (
  tenant_id        bigint primary key references tenant (id) on delete cascade,
  priced_on        date not null
);
insert into rate_price_day (tenant_id, priced_on) select tenant_id, min(priced_on) from rate_price group by tenant_id;

-- Rates of a tenant whose prices are to be worked out again: those of a carrier, of a port, or all. Never changed by those who
-- note them, so that nobody waits for the work on prices.
create table rate_price_work (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null references tenant (id) on delete cascade,
  -- Empty: any.
  carrier_id       bigint,
  pol_id           bigint,
  pod_id           bigint,
  -- Rates up to this id are done.
  after_id         bigint not null default 0
);
create index rate_price_work_tenant on rate_price_work (tenant_id);
insert into rate_price_work (tenant_id) select distinct tenant_id from freight_rate order by tenant_id;

-- Single rates of which the same is so; the rate may be gone.
create table rate_price_single (
  id               bigint generated always as identity primary key,
  rate_id          bigint not null
);

-- What a price consists of is worked out when it is opened.
alter table rate_price drop column price;
alter table rate_price set (fillfactor = 85);

create index freight_rate_tenant on freight_rate (tenant_id, id);
-- Prices of the same thing: looked for when a validity is checked, and for what it cost the day before.
create index freight_rate_same on freight_rate
  (tenant_id, carrier_id, pol_id, pod_id, supplier_type, coalesce(agent_name, ''), coalesce(contract_no, ''),
   coalesce(service, ''), valid_to);
create index surcharge_same on surcharge
  (tenant_id, surcharge_code, coalesce(carrier_id, 0), coalesce(pol_id, 0), coalesce(pod_id, 0), valid_to);

-- A rate concerns itself, and the one that takes its place when it ends: that one is compared with it.
create function note_rate_price_single() returns trigger language plpgsql as $$
begin
  insert into rate_price_single (rate_id)
  select distinct r.id from changed c cross join lateral (
    select f.id from freight_rate f
    where f.tenant_id = c.tenant_id and f.carrier_id = c.carrier_id and f.pol_id = c.pol_id and f.pod_id = c.pod_id
      and f.supplier_type = c.supplier_type and coalesce(f.agent_name, '') = coalesce(c.agent_name, '')
      and coalesce(f.contract_no, '') = coalesce(c.contract_no, '') and coalesce(f.service, '') = coalesce(c.service, '')
      and f.valid_to >= c.valid_from and f.valid_from between c.valid_from and c.valid_to + 1
    offset 0) r;
  return null;
end $$;
create trigger freight_rate_added after insert on freight_rate
  referencing new table as changed for each statement execute function note_rate_price_single();
create trigger freight_rate_changed after update on freight_rate
  referencing new table as changed for each statement execute function note_rate_price_single();
create trigger freight_rate_was after update on freight_rate
  referencing old table as changed for each statement execute function note_rate_price_single();
create trigger freight_rate_gone after delete on freight_rate
  referencing old table as changed for each statement execute function note_rate_price_single();

-- A surcharge concerns the rates of its carrier and ports.
create function note_rate_price_work() returns trigger language plpgsql as $$
begin
  insert into rate_price_work (tenant_id, carrier_id, pol_id, pod_id)
  select distinct tenant_id, carrier_id, pol_id, pod_id from changed;
  return null;
end $$;
create trigger surcharge_added after insert on surcharge
  referencing new table as changed for each statement execute function note_rate_price_work();
create trigger surcharge_changed after update on surcharge
  referencing new table as changed for each statement execute function note_rate_price_work();
create trigger surcharge_was after update on surcharge
  referencing old table as changed for each statement execute function note_rate_price_work();
create trigger surcharge_gone after delete on surcharge
  referencing old table as changed for each statement execute function note_rate_price_work();

-- What a currency is worth concerns everybody who has prices.
create function note_all_rate_price_work() returns trigger language plpgsql as $$
begin
  if exists (select 1 from changed) then
    insert into rate_price_work (tenant_id) select tenant_id from rate_price_day order by tenant_id;
  end if;
  return null;
end $$;
create trigger exchange_rate_added after insert on exchange_rate
  referencing new table as changed for each statement execute function note_all_rate_price_work();
create trigger exchange_rate_changed after update on exchange_rate
  referencing new table as changed for each statement execute function note_all_rate_price_work();
create trigger exchange_rate_gone after delete on exchange_rate
  referencing old table as changed for each statement execute function note_all_rate_price_work();
