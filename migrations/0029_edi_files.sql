-- A file may hold messages of several tenants: who may see what follows from its messages, not from the file.
alter table edi_file rename column tenant_id to brought_for_tenant;
