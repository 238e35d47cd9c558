-- The object by which a source tells news of the shipment of a subscription, where that is another one than it is asked for: events of
-- ONE Record hang on the shipment, not on the waybill.
alter table subscription_source add column news_object_id text collate "C";
create index subscription_source_news_object on subscription_source (source_id, news_object_id) where news_object_id is not null;
