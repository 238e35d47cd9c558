-- Rows that are written again where they are there already are found by their tenant as well, so that each of these tables can be
-- partitioned by tenant: a unique index of a partitioned table has to contain what it is partitioned by. The new indexes begin as
-- those they replace, and answer the same questions.
create unique index shipment_record_of_tenant on shipment (subscription_id, source_code, tenant_id) where not fused;
drop index shipment_record;
alter index shipment_record_of_tenant rename to shipment_record;
create unique index shipment_fused_of_tenant on shipment (subscription_id, tenant_id) where fused;
drop index shipment_fused;
alter index shipment_fused_of_tenant rename to shipment_fused;
create unique index order_tie_reference_of_tenant on order_tie (line_id, reference_no, tenant_id);
drop index order_tie_reference;
alter index order_tie_reference_of_tenant rename to order_tie_reference;
alter table shipment_track drop constraint shipment_track_pkey, add primary key (shipment_id, tenant_id);
alter table exception_box drop constraint exception_box_pkey, add primary key (exception_id, subscription_id, tenant_id);
alter table voyage_watch drop constraint voyage_watch_pkey, add primary key (subscription_id, sequence, tenant_id);
alter table voyage_report drop constraint voyage_report_pkey, add primary key (subscription_id, tenant_id);
alter table outward_pending drop constraint outward_pending_pkey, add primary key (subscription_id, tenant_id);

create or replace function note_outward_shipment() returns trigger language plpgsql as $$
begin
  insert into outward_pending (subscription_id, tenant_id)
    select new.subscription_id, new.tenant_id from outward_tenant o where o.tenant_id = new.tenant_id
    on conflict (subscription_id, tenant_id) do update set at = outward_pending.at;
  return null;
end $$;
