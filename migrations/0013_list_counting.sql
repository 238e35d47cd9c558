-- Lists of one carrier or one type, newest first, and their counts (also of a state or a tenant in them), from the index alone.
create index exception_carrier on shipment_exception (carrier_code, created_at desc, id desc) include (handle_status, tenant_id);
create index exception_type on shipment_exception (type_code, created_at desc, id desc) include (handle_status, tenant_id);
