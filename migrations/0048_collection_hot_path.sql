-- Taking answers in: what is written with every answer costs less, and a worker that is gone is noticed at once.

-- Key of the lock that the process holds which has the task, as long as that process lives; null: only the lease counts.
alter table task add column holder integer;

-- Bodies come compressed already, by a quicker method than before.
alter table raw_answer drop constraint raw_answer_encoding_check;
alter table raw_answer add constraint raw_answer_encoding_check check (encoding in ('identity', 'deflate', 'zstd'));
alter table raw_answer alter column body set storage external;
alter table robot_answer drop constraint robot_answer_encoding_check;
alter table robot_answer add constraint robot_answer_encoding_check check (encoding in ('identity', 'deflate', 'zstd'));
alter table robot_answer alter column body set storage external;

-- The large documents are written often and read whole: a quick compression, where the server has it.
do $$
begin
  alter table shipment alter column content set compression lz4, alter column provenance set compression lz4,
    alter column history set compression lz4;
  alter table shipment_change alter column changes set compression lz4;
exception when others then
  raise notice 'lz4 is not available: %', sqlerrm;
end $$;

-- Room on the page for the next version of a row.
alter table shipment set (fillfactor = 80);
alter table subscription set (fillfactor = 85);
alter table subscription_source set (fillfactor = 75);

-- A shipment that waits already is held as well: whoever takes what waits must not take it before the new state is committed,
-- and would otherwise leave that out.
create or replace function note_outward_shipment() returns trigger language plpgsql as $$
begin
  insert into outward_pending (subscription_id, tenant_id)
    select new.subscription_id, new.tenant_id from outward_tenant o where o.tenant_id = new.tenant_id
    on conflict (subscription_id) do update set tenant_id = excluded.tenant_id;
  return null;
end $$;
