-- The subscription list: indexes for its usual questions, and exact totals.

create index subscription_newest on subscription (subscribed_at desc, id desc) include (tenant_id);
create index subscription_carrier on subscription (carrier_code, subscribed_at desc, id desc) include (tenant_id);
create index subscription_channel on subscription (channel, subscribed_at desc, id desc) include (tenant_id);
create index subscription_source_type on subscription (source_type, subscribed_at desc, id desc) include (tenant_id);
create index subscription_voyage on subscription (voyage, subscribed_at desc, id desc) where voyage is not null;

-- "Contains" by trigrams, where the server has them; without them such a filter reads all rows.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index subscription_vessel on subscription using gin (vessel_name gin_trgm_ops);
  end if;
end $$;

-- Exact totals per tenant, subject, source type and channel: rows are deltas, folded by a task; the sum is always true.
create table subscription_total (
  tenant_id        bigint not null,
  subject          text not null,
  source_type      text not null,
  channel          text not null,
  n                bigint not null
);
insert into subscription_total select tenant_id, subject, source_type, channel, count(*) from subscription group by 1, 2, 3, 4;

create function subscription_total_insert() returns trigger language plpgsql as $$
begin
  insert into subscription_total select tenant_id, subject, source_type, channel, count(*) from new_rows group by 1, 2, 3, 4;
  return null;
end $$;
create function subscription_total_delete() returns trigger language plpgsql as $$
begin
  insert into subscription_total select tenant_id, subject, source_type, channel, -count(*) from old_rows group by 1, 2, 3, 4;
  return null;
end $$;
create function subscription_total_move() returns trigger language plpgsql as $$
begin
  insert into subscription_total values
    (old.tenant_id, old.subject, old.source_type, old.channel, -1), (new.tenant_id, new.subject, new.source_type, new.channel, 1);
  return null;
end $$;
create trigger subscription_total_insert after insert on subscription
  referencing new table as new_rows for each statement execute function subscription_total_insert();
create trigger subscription_total_delete after delete on subscription
  referencing old table as old_rows for each statement execute function subscription_total_delete();
-- Updates of other columns, which are most, cost nothing.
create trigger subscription_total_move after update of tenant_id, subject, source_type, channel on subscription
  for each row when ((old.tenant_id, old.subject, old.source_type, old.channel)
    is distinct from (new.tenant_id, new.subject, new.source_type, new.channel))
  execute function subscription_total_move();
