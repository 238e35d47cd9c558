-- Exact totals of the lists of subscriptions and tracking are kept by carrier too: counting the rows of one grows with them.

alter table subscription_total add column carrier_code text collate "C";
delete from subscription_total;
insert into subscription_total (tenant_id, subject, source_type, channel, carrier_code, n)
select tenant_id, subject, source_type, channel, carrier_code, count(*) from subscription group by 1, 2, 3, 4, 5;
alter table subscription_total alter column carrier_code set not null;

create or replace function subscription_total_insert() returns trigger language plpgsql as $$
begin
  insert into subscription_total (tenant_id, subject, source_type, channel, carrier_code, n)
  select tenant_id, subject, source_type, channel, carrier_code, count(*) from new_rows group by 1, 2, 3, 4, 5;
  return null;
end $$;
create or replace function subscription_total_delete() returns trigger language plpgsql as $$
begin
  insert into subscription_total (tenant_id, subject, source_type, channel, carrier_code, n)
  select tenant_id, subject, source_type, channel, carrier_code, -count(*) from old_rows group by 1, 2, 3, 4, 5;
  return null;
end $$;
create or replace function subscription_total_move() returns trigger language plpgsql as $$
begin
  insert into subscription_total (tenant_id, subject, source_type, channel, carrier_code, n) values
    (old.tenant_id, old.subject, old.source_type, old.channel, old.carrier_code, -1),
    (new.tenant_id, new.subject, new.source_type, new.channel, new.carrier_code, 1);
  return null;
end $$;
drop trigger subscription_total_move on subscription;
create trigger subscription_total_move after update of tenant_id, subject, source_type, channel, carrier_code on subscription
  for each row when ((old.tenant_id, old.subject, old.source_type, old.channel, old.carrier_code)
    is distinct from (new.tenant_id, new.subject, new.source_type, new.channel, new.carrier_code))
  execute function subscription_total_move();

alter table trace_total add column carrier_code text collate "C";
delete from trace_total;
insert into trace_total (tenant_id, mode, carrier_code, state, troubled, n)
select tenant_id, mode, carrier_code, trace_state(ended, arrived), troubled, count(*) from subscription group by 1, 2, 3, 4, 5;
alter table trace_total alter column carrier_code set not null;

create or replace function trace_total_insert() returns trigger language plpgsql as $$
begin
  insert into trace_total (tenant_id, mode, carrier_code, state, troubled, n)
  select tenant_id, mode, carrier_code, trace_state(ended, arrived), troubled, count(*) from new_rows group by 1, 2, 3, 4, 5;
  return null;
end $$;
create or replace function trace_total_delete() returns trigger language plpgsql as $$
begin
  insert into trace_total (tenant_id, mode, carrier_code, state, troubled, n)
  select tenant_id, mode, carrier_code, trace_state(ended, arrived), troubled, -count(*) from old_rows group by 1, 2, 3, 4, 5;
  return null;
end $$;
create or replace function trace_total_move() returns trigger language plpgsql as $$
begin
  insert into trace_total (tenant_id, mode, carrier_code, state, troubled, n) values
    (old.tenant_id, old.mode, old.carrier_code, trace_state(old.ended, old.arrived), old.troubled, -1),
    (new.tenant_id, new.mode, new.carrier_code, trace_state(new.ended, new.arrived), new.troubled, 1);
  return null;
end $$;
drop trigger trace_total_move on subscription;
create trigger trace_total_move after update on subscription
  for each row when ((old.tenant_id, old.mode, old.carrier_code, old.ended, old.arrived, old.troubled)
    is distinct from (new.tenant_id, new.mode, new.carrier_code, new.ended, new.arrived, new.troubled))
  execute function trace_total_move();
