-- Lists of tracking in order of arrival: the subscription keeps the expected arrival of the shipment that it shows, so that one
-- index gives the rows of a mode in that order. Before, all shipments of the mode were joined and sorted for each page.

alter table subscription add column eta timestamptz;

update subscription s set eta = h.eta from shipment h where h.id = s.shipment_id and h.eta is not null;

create index subscription_arrival on subscription (mode, eta, subscribed_at desc, id desc)
  include (tenant_id, ended, arrived, troubled);

create or replace function subscription_shows() returns trigger language plpgsql as $$
begin
  select h.ata is not null, h.eta into new.arrived, new.eta from shipment h where h.id = new.shipment_id;
  new.arrived := coalesce(new.arrived, false);
  return new;
end $$;

create or replace function shipment_arrives() returns trigger language plpgsql as $$
begin
  update subscription set arrived = new.ata is not null, eta = new.eta where id = new.subscription_id and shipment_id = new.id;
  return null;
end $$;
drop trigger shipment_arrives on shipment;
-- Runs under the lock of the subscription, which whoever fuses holds.
create trigger shipment_arrives after update of ata, eta on shipment
  for each row when ((old.ata is null) <> (new.ata is null) or old.eta is distinct from new.eta)
  execute function shipment_arrives();
