-- Who said the values of an event: {"cause": {field: teller}, "shown": {column: teller}}, a teller with its source type, source code and
-- when it said so. Empty until it is known; a chore fills it for events of earlier versions, where the shipment still says the same.
alter table shipment_event add column said jsonb;
create index shipment_event_untold on shipment_event (id) where said is null;
