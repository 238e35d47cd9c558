-- Incidents are searched by the words of their cause as they are, not made anew for every row of every search.
alter table incident add column facts_text text generated always as (upper(facts::text)) stored;

-- Incidents of a carrier or of a type are found by these indexes alone.
drop index exception_carrier;
create index exception_carrier on shipment_exception (carrier_code, created_at desc, id desc)
  include (handle_status, tenant_id, incident_id);
drop index exception_type;
create index exception_type on shipment_exception (type_code, created_at desc, id desc)
  include (handle_status, tenant_id, incident_id);

-- What a source took back is removed once it is old.
create index pushed_retraction_age on pushed_retraction (received_at) where searched;
