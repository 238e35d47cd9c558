-- What an exception may cost, and what storage costs by tariff.
alter table md_free_time
  add column storage_days integer,
  add column storage_rate double precision;

-- Whole US dollars, so that lists sort by it, and the parts they come from.
alter table shipment_exception
  add column money_usd integer not null default 0,
  add column money jsonb;
create index exception_money on shipment_exception (money_usd desc, id desc);
create index exception_money_open on shipment_exception (tenant_id, subscription_id) include (money_usd)
  where open and money_usd > 0;
