-- That prices are to be worked out again says nothing of a tenant that is gone.
alter table rate_price_due drop constraint rate_price_due_tenant_id_fkey;
alter table rate_price_due
  add constraint rate_price_due_tenant_id_fkey foreign key (tenant_id) references tenant (id) on delete cascade;
