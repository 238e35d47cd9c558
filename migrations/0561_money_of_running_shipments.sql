-- What is at risk is that of shipments that have not ended: an exception that somebody still works on costs no more then.
drop index exception_money_open;
create index exception_money_open on shipment_exception (tenant_id, subscription_id) include (money_usd)
  where open and not ended and money_usd > 0;
