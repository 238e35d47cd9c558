-- Vessels with cargo stand in the order of what goes wrong aboard: what open exceptions of running shipments may cost, and how
-- severe they are, read from one index. It also answers what the narrower one did.
drop index exception_money_open;
create index exception_money_open on shipment_exception (tenant_id, subscription_id) include (money_usd, severity)
  where open and not ended;
-- What is aboard which vessel, in the order in which its exceptions are read.
create index voyage_watch_aboard on voyage_watch (tenant_id, subscription_id, mmsi) where state in ('loading', 'underway');
