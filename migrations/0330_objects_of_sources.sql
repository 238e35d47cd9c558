-- What a source calls the shipment of a subscription in its own addresses, where it told: ONE Record servers may give their
-- objects any id.
alter table subscription_source add column object_id text collate "C";
create index subscription_source_object on subscription_source (source_id, object_id) where object_id is not null;
