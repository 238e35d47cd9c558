-- What became known of a shipment, and which source stated what, is kept packed (packed-history.ts). Rows of earlier versions have
-- their JSON still: both are read.
alter table shipment_change add column packed bytea;
alter table shipment_change alter column changes drop not null;
alter table shipment_change alter column packed set storage external;
alter table shipment_said add column packed bytea;
alter table shipment_said alter column said drop not null;
alter table shipment_said alter column packed set storage external;
-- What sources stated when something shown changed is kept in the same row; said_id is its place among the rows of shipment_said.
alter table shipment_change add column said_id bigint;
alter table shipment_change add column said bytea;
alter table shipment_change alter column said set storage external;
