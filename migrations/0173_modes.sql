-- One journey for all modes: subscriptions and sources say how the goods travel (decision 0033).

alter table subscription add column mode text not null default 'sea'
  check (mode in ('sea', 'air', 'rail', 'road', 'courier'));
alter table source add column mode text not null default 'sea'
  check (mode in ('sea', 'air', 'rail', 'road', 'courier'));

-- Lists of the other modes; those of sea keep theirs.
create index subscription_of_mode on subscription (mode, subscribed_at desc, id desc) include (tenant_id, ended, arrived, troubled)
  where mode <> 'sea';

-- Totals of the tracking lists are kept by mode too.
alter table trace_total add column mode text not null default 'sea';

create or replace function trace_total_insert() returns trigger language plpgsql as $$
begin
  insert into trace_total select tenant_id, trace_state(ended, arrived), troubled, count(*), mode from new_rows group by 1, 2, 3, 5;
  return null;
end $$;
create or replace function trace_total_delete() returns trigger language plpgsql as $$
begin
  insert into trace_total select tenant_id, trace_state(ended, arrived), troubled, -count(*), mode from old_rows group by 1, 2, 3, 5;
  return null;
end $$;
create or replace function trace_total_move() returns trigger language plpgsql as $$
begin
  insert into trace_total values
    (old.tenant_id, trace_state(old.ended, old.arrived), old.troubled, -1, old.mode),
    (new.tenant_id, trace_state(new.ended, new.arrived), new.troubled, 1, new.mode);
  return null;
end $$;

