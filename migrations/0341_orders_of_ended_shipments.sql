-- Shipments of orders that ended or came back: they end by time alone, without any change that orders could follow.
create table order_ended_shipment (
  id               bigint generated always as identity primary key,
  subscription_id  bigint not null
);

create function note_order_shipment_end() returns trigger language plpgsql as $$
begin
  if exists (select from order_tie where subscription_id = new.id) then
    insert into order_ended_shipment (subscription_id) values (new.id);
  end if;
  return null;
end $$;

create trigger subscription_order_end after update of ended on subscription
  for each row when (old.ended is distinct from new.ended) execute function note_order_shipment_end();
