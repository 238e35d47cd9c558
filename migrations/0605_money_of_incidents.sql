-- What incidents may cost is that of shipments that have not ended, as in the overview.
drop index exception_incident_money;
create index exception_incident_money on shipment_exception (incident_id, subscription_id, money_usd)
  where open and not ended and incident_id is not null and money_usd > 0;
