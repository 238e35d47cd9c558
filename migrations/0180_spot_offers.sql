-- What carriers ask today for space on their next sailings, and what each price of a tenant comes to with everything charged beside it.

-- Where carriers answer questions about prices and bookings, and how asking for prices goes.
create table commerce_source (
  carrier_code     text collate "C" primary key,
  base_url         text not null,
  -- Sealed by the key of the installation, never in clear.
  credential       text,
  enabled          boolean not null default true,
  next_at          timestamptz not null,
  answered_at      timestamptz,
  failed_at        timestamptz,
  failure          text,
  failures         integer not null default 0
);

-- One price for one type of container on one sailing, as quoted on a day: data of everybody, without any tenant.
create table spot_offer (
  id               bigint generated always as identity primary key,
  carrier_code     text collate "C" not null,
  quoted_on        date not null,
  quoted_at        timestamptz not null,
  offer_ref        text collate "C" not null,
  pol_code         text collate "C" not null,
  pod_code         text collate "C" not null,
  service_code     text collate "C",
  vessel_name      text not null,
  voyage           text collate "C" not null,
  departs_at       timestamptz not null,
  arrives_at       timestamptz not null,
  space            text collate "C" not null,
  container_type   text collate "C" not null,
  currency         text collate "C" not null,
  freight          numeric(14, 2) not null,
  -- Freight with everything charged beside it, line by line.
  price            jsonb not null,
  total_usd        numeric(14, 2),
  -- The same sailing on the last day before that it was quoted.
  previous_usd     numeric(14, 2),
  previous_on      date,
  -- Against that day.
  change_usd       numeric(14, 2) generated always as (total_usd - previous_usd) stored,
  -- In the newest answer of the carrier for its lane.
  current          boolean not null default true
);
create unique index spot_offer_day on spot_offer (carrier_code, pol_code, pod_code, offer_ref, container_type, quoted_on);
create index spot_offer_lane on spot_offer (pol_code, pod_code, container_type, departs_at) where current;
create index spot_offer_quoted on spot_offer (quoted_at);

-- What a freight rate comes to today, for one type of container; follows from rates, surcharges and exchange rates.
create table rate_price (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null references tenant (id),
  rate_id          bigint not null references freight_rate (id) on delete cascade,
  container_type   text collate "C" not null,
  priced_on        date not null,
  priced_at        timestamptz not null,
  pol_code         text collate "C" not null,
  pod_code         text collate "C" not null,
  carrier_code     text collate "C" not null,
  supplier_type    text collate "C" not null,
  supplier         text not null,
  currency         text collate "C" not null,
  freight          numeric(14, 2) not null,
  freight_usd      numeric(14, 2),
  total_usd        numeric(14, 2),
  -- On the day before, and the difference.
  previous_usd     numeric(14, 2),
  change_usd       numeric(14, 2) generated always as (total_usd - previous_usd) stored,
  price            jsonb not null,
  -- Today's spot prices of the lane: quarter, middle, three quarters, and how many.
  market_low       numeric(14, 2),
  market_mid       numeric(14, 2),
  market_high      numeric(14, 2),
  market_count     integer not null default 0,
  market_place     text collate "C" not null
);
create unique index rate_price_rate on rate_price (rate_id, container_type);
create index rate_price_lane on rate_price (tenant_id, pol_code, pod_code, container_type, total_usd);

-- Tenants whose prices are to be worked out again.
create table rate_price_due (
  tenant_id        bigint primary key references tenant (id)
);
create function note_rate_price_due() returns trigger language plpgsql as $$
begin
  insert into rate_price_due (tenant_id) values (coalesce(new.tenant_id, old.tenant_id)) on conflict do nothing;
  return null;
end $$;
create trigger freight_rate_price after insert or update or delete on freight_rate
  for each row execute function note_rate_price_due();
create trigger surcharge_price after insert or update or delete on surcharge
  for each row execute function note_rate_price_due();
create function note_all_rate_prices_due() returns trigger language plpgsql as $$
begin
  insert into rate_price_due (tenant_id) select distinct tenant_id from freight_rate order by tenant_id on conflict do nothing;
  return null;
end $$;
create trigger exchange_rate_price after insert or update or delete on exchange_rate
  for each statement execute function note_all_rate_prices_due();
insert into rate_price_due (tenant_id) select distinct tenant_id from freight_rate;
