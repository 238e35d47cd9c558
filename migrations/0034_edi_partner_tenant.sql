-- A partner belongs to a tenant, and is then seen by that tenant's people only; one without a tenant is the platform's.
alter table edi_partner rename column owner_tenant_id to tenant_id;
create index edi_partner_tenant on edi_partner (tenant_id);
