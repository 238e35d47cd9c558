-- Until when sources expect the arrival of a shipment: afterwards it is overdue, and no arrival of the week that has passed. Null where
-- nobody expects it, or where it has happened.
alter table shipment add column awaited_until timestamptz;

update shipment h set awaited_until = coalesce(h.eta, h.planned_arrival)
where h.fused and h.ata is null and not h.ended and coalesce(h.eta, h.planned_arrival) is not null
  and not exists (
    select from json_array_elements(h.content->'events') e
    where e->>'actual' is not null
      and e->>'statusCode' in ('BDAR', 'POCA', 'DSCH', 'AVPU', 'STCS', 'STRP', 'RCVE'));

-- Arrivals that pass are looked for now and then.
create index shipment_awaited on shipment (awaited_until) where awaited_until is not null;
