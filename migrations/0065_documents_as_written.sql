-- The documents of a shipment are written and read whole: as json they are neither taken apart on the way in nor put together on the way out.
alter table shipment
  alter column content type json using content::json,
  alter column provenance type json using provenance::json;
