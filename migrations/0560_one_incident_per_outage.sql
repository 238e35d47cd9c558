-- The outage of a source that is asked with the platform's keys is one incident of the platform; the incidents of the tenants are its parts.
alter table incident
  -- null: the platform's, over the parts of the tenants. Its numbers are those of its parts and are kept nowhere else.
  alter column tenant_id drop not null,
  add column parent_id bigint references incident (id) on delete set null,
  -- When the present outage began, or the last one; only of the platform's.
  add column outage_at timestamptz;
create unique index incident_platform_cause on incident (kind, cause_key) where tenant_id is null;
create index incident_parent on incident (parent_id) where parent_id is not null;

-- What is there already: incidents of sources of the platform, of tenants without keys of their own.
create temp table moved as
  select i.id, i.cause_key from incident i join source s on s.code = i.cause_key and s.tenant_id is null
  where i.kind = 'source'
    and not exists (select from tenant_asset own where own.asset_id = s.asset_id and own.tenant_id = i.tenant_id);
insert into incident (tenant_id, kind, cause_key, facts, first_at, last_at, outage_at)
  select null, 'source', i.cause_key, jsonb_build_object('source', i.cause_key), min(i.first_at), max(i.last_at),
    min(e.created_at)
  from moved m join incident i using (id)
  left join shipment_exception e on e.incident_id = i.id and e.open and e.subscription_id is null
  group by i.cause_key;
update incident i set parent_id = p.id from moved m join incident p on p.kind = 'source' and p.cause_key = m.cause_key and p.tenant_id is null
where i.id = m.id;
drop table moved;

-- Messages about one outage have this in common; people of the platform are told of it once.
alter table notification add column outage text collate "C";
