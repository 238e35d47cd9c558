-- What a source stated of a shipment that ended long ago may be in the archive alone: the content of its record is null then. What was
-- fused stays. Rows of before cannot have been without it, so nothing is looked through.
alter table shipment alter column content drop not null;
alter table shipment add constraint shipment_fused_content check (content is not null or not fused) not valid;

-- Records that people show in place of what was fused keep their content.
create index subscription_chosen on subscription (shipment_id) where shipment_chosen;
