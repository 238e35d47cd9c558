-- Open exceptions of each subscription: of its own, and of those that it shares and has now. An exception that is shared counts for
-- every subscription that has it, whichever it is listed under. Only subscriptions that are judged, or have ended, are written.
drop trigger subscription_troubles_insert on shipment_exception;
drop trigger subscription_troubles_delete on shipment_exception;
drop trigger subscription_troubles_update on shipment_exception;
drop function subscription_troubles_insert();
drop function subscription_troubles_delete();
drop function subscription_troubles_update();

create function subscription_troubles_insert() returns trigger language plpgsql as $$
begin
  update subscription s set open_exceptions = s.open_exceptions + e.n
  from (select subscription_id, count(*)::integer as n from new_rows where open and box_bill is null group by 1) e
  where s.id = e.subscription_id;
  return null;
end $$;
create trigger subscription_troubles_insert after insert on shipment_exception
  referencing new table as new_rows for each statement execute function subscription_troubles_insert();

-- Adds to the subscriptions that have an exception.
create function add_to_troubled(exception shipment_exception, change integer) returns void language plpgsql as $$
begin
  if not exception.open then
    return;
  elsif exception.box_bill is null then
    update subscription s set open_exceptions = s.open_exceptions + change where s.id = exception.subscription_id;
  else
    update subscription s set open_exceptions = s.open_exceptions + change
    where s.id in (select b.subscription_id from exception_box b where b.exception_id = exception.id and b.present);
  end if;
end $$;

create function subscription_troubles_update() returns trigger language plpgsql as $$
begin
  perform add_to_troubled(old, -1);
  perform add_to_troubled(new, 1);
  return null;
end $$;
create trigger subscription_troubles_update after update of open, box_bill, subscription_id on shipment_exception
  for each row when (old.open is distinct from new.open or old.box_bill is distinct from new.box_bill
    or old.box_bill is null and old.subscription_id is distinct from new.subscription_id)
  execute function subscription_troubles_update();

-- Before its boxes go with it.
create function subscription_troubles_delete() returns trigger language plpgsql as $$
begin
  perform add_to_troubled(old, -1);
  return old;
end $$;
create trigger subscription_troubles_delete before delete on shipment_exception
  for each row when (old.open) execute function subscription_troubles_delete();

create function exception_box_present() returns trigger language plpgsql as $$
declare
  change integer := case when tg_op <> 'DELETE' and new.present then 1 else 0 end
    - case when tg_op <> 'INSERT' and old.present then 1 else 0 end;
begin
  if change <> 0 then
    update subscription s set open_exceptions = s.open_exceptions + change
    from shipment_exception e
    where s.id = coalesce(new.subscription_id, old.subscription_id)
      and e.id = coalesce(new.exception_id, old.exception_id) and e.open and e.box_bill is not null;
  end if;
  return null;
end $$;
create trigger exception_box_present after insert or delete or update of present on exception_box
  for each row execute function exception_box_present();

update subscription s set open_exceptions = n.n
from (
  select x.id, (select count(*) from shipment_exception e where e.subscription_id = x.id and e.open and e.box_bill is null)
    + (select count(*) from exception_box b join shipment_exception e on e.id = b.exception_id
       where b.subscription_id = x.id and b.present and e.open and e.box_bill is not null) as n
  from subscription x) n
where n.id = s.id and n.n <> s.open_exceptions;
