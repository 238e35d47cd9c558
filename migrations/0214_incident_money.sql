-- Incidents in the order of what their open exceptions may cost.
create index exception_incident_money on shipment_exception (incident_id, subscription_id, money_usd)
  where open and incident_id is not null and money_usd > 0;
