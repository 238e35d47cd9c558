-- Who said what at every moment, losers included: one row per fusion after which that was otherwise than before.
create table shipment_said (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null,
  shipment_id      bigint not null references shipment (id) on delete cascade,
  known_at         timestamptz not null,
  -- Everybody who spoke, and the attributes whose choice is otherwise than before.
  said             json not null
);
create index shipment_said_shipment on shipment_said (shipment_id, id);

do $$
begin
  alter table shipment_said alter column said set compression lz4;
exception when others then
  raise notice 'lz4 is not available: %', sqlerrm;
end $$;

-- What is stored is where the changes to come begin; of the moments before, only the values that were shown are known.
insert into shipment_said (tenant_id, shipment_id, known_at, said)
select tenant_id, id, updated_at, provenance::json from shipment
where fused and provenance ? 'speakers' and provenance ? 'items';
