-- Orders by a part of the name of their supplier or customer, by trigrams where the server has them.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index cargo_order_supplier on cargo_order using gin (supplier gin_trgm_ops);
    create index cargo_order_customer on cargo_order using gin (customer gin_trgm_ops);
  end if;
end $$;
