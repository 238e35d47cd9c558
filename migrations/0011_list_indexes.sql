-- Indexes of the exception list.

-- Counting the states of one tenant within a period reads the index alone.
drop index exception_tenant;
create index exception_tenant on shipment_exception (tenant_id, created_at desc, id desc) include (handle_status);

-- "Contains" by trigrams, where the server has them and lets us; without them such a filter reads all rows.
do $$
begin
  create extension if not exists pg_trgm;
exception when others then
  raise notice 'pg_trgm is not available: %', sqlerrm;
end $$;
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index exception_remark on shipment_exception using gin (handle_remark gin_trgm_ops);
    create index exception_vessel on shipment_exception using gin (vessel_name gin_trgm_ops);
  end if;
end $$;
