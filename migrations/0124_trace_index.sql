-- The tracking list: how far a subscription is and whether something is open about it, where the list can filter by an index,
-- and exact totals of its tabs.

alter table subscription
  add column arrived boolean not null default false,
  add column open_exceptions integer not null default 0;
alter table subscription add column troubled boolean not null generated always as (open_exceptions > 0) stored;

update subscription s set arrived = true
from shipment h where h.id = s.shipment_id and h.ata is not null;
update subscription s set open_exceptions = e.n
from (select subscription_id, count(*) as n from shipment_exception where open group by 1) e where e.subscription_id = s.id;

create index subscription_transit on subscription (subscribed_at desc, id desc) include (tenant_id) where not ended and not arrived;
create index subscription_arrived on subscription (subscribed_at desc, id desc) include (tenant_id) where not ended and arrived;
create index subscription_ended on subscription (subscribed_at desc, id desc) include (tenant_id) where ended;
create index subscription_troubled on subscription (subscribed_at desc, id desc) include (tenant_id) where troubled;

-- The shipment that a subscription shows has arrived once its port of discharge has an actual time.
create function subscription_shows() returns trigger language plpgsql as $$
begin
  new.arrived := exists (select from shipment h where h.id = new.shipment_id and h.ata is not null);
  return new;
end $$;
create trigger subscription_shows before update of shipment_id on subscription
  for each row when (old.shipment_id is distinct from new.shipment_id) execute function subscription_shows();
create trigger subscription_begins before insert on subscription
  for each row when (new.shipment_id is not null) execute function subscription_shows();

create function shipment_arrives() returns trigger language plpgsql as $$
begin
  update subscription set arrived = new.ata is not null where id = new.subscription_id and shipment_id = new.id;
  return null;
end $$;
-- Runs under the lock of the subscription, which whoever fuses holds.
create trigger shipment_arrives after update of ata on shipment
  for each row when ((old.ata is null) <> (new.ata is null)) execute function shipment_arrives();

-- Open exceptions of each subscription; only detection opens and closes them, under the lock of the subscription.
create function subscription_troubles_insert() returns trigger language plpgsql as $$
begin
  update subscription s set open_exceptions = s.open_exceptions + e.n
  from (select subscription_id, count(*)::integer as n from new_rows where open group by 1) e where s.id = e.subscription_id;
  return null;
end $$;
create function subscription_troubles_delete() returns trigger language plpgsql as $$
begin
  update subscription s set open_exceptions = s.open_exceptions - e.n
  from (select subscription_id, count(*)::integer as n from old_rows where open group by 1) e where s.id = e.subscription_id;
  return null;
end $$;
create function subscription_troubles_update() returns trigger language plpgsql as $$
begin
  update subscription s set open_exceptions = s.open_exceptions + case when new.open then 1 else -1 end
  where s.id = new.subscription_id;
  return null;
end $$;
create trigger subscription_troubles_insert after insert on shipment_exception
  referencing new table as new_rows for each statement execute function subscription_troubles_insert();
create trigger subscription_troubles_delete after delete on shipment_exception
  referencing old table as old_rows for each statement execute function subscription_troubles_delete();
create trigger subscription_troubles_update after update of open on shipment_exception
  for each row when (old.open is distinct from new.open) execute function subscription_troubles_update();

-- Exact totals per tenant, state and trouble: rows are deltas, folded by a task; the sum is always true.
create table trace_total (
  tenant_id        bigint not null,
  state            text not null,
  troubled         boolean not null,
  n                bigint not null
);
create function trace_state(ended boolean, arrived boolean) returns text language sql immutable as $$
  select case when ended then 'ended' when arrived then 'arrived' else 'transit' end
$$;
insert into trace_total select tenant_id, trace_state(ended, arrived), troubled, count(*) from subscription group by 1, 2, 3;

create function trace_total_insert() returns trigger language plpgsql as $$
begin
  insert into trace_total select tenant_id, trace_state(ended, arrived), troubled, count(*) from new_rows group by 1, 2, 3;
  return null;
end $$;
create function trace_total_delete() returns trigger language plpgsql as $$
begin
  insert into trace_total select tenant_id, trace_state(ended, arrived), troubled, -count(*) from old_rows group by 1, 2, 3;
  return null;
end $$;
create function trace_total_move() returns trigger language plpgsql as $$
begin
  insert into trace_total values
    (old.tenant_id, trace_state(old.ended, old.arrived), old.troubled, -1),
    (new.tenant_id, trace_state(new.ended, new.arrived), new.troubled, 1);
  return null;
end $$;
create trigger trace_total_insert after insert on subscription
  referencing new table as new_rows for each statement execute function trace_total_insert();
create trigger trace_total_delete after delete on subscription
  referencing old table as old_rows for each statement execute function trace_total_delete();
create trigger trace_total_move after update on subscription
  for each row when ((old.tenant_id, old.ended, old.arrived, old.troubled)
    is distinct from (new.tenant_id, new.ended, new.arrived, new.troubled))
  execute function trace_total_move();

-- A shipment is looked for by its bill or booking, whatever the subscription was made of.
create index shipment_bill on shipment (bill_no) where fused and bill_no is not null;
create index shipment_booking on shipment (booking_no) where fused and booking_no is not null;
