-- Which sources may be asked for a subscription, and what is missing where none can answer.

-- Carriers that it answers for, by the codes of the counterpart and by those of this installation: counterparts know SCACs.
alter table source add column answers_for text collate "C";
create function source_answers() returns trigger language plpgsql as $$
begin
  select string_agg(distinct own.code, ',' order by own.code) into new.answers_for from (
    select trim(named.code) as code from unnest(string_to_array(coalesce(new.carrier_codes, new.carrier_code), ',')) as named(code)
    union
    select k.code from md_carrier k where k.scac = any(string_to_array(coalesce(new.carrier_codes, new.carrier_code), ','))
      or k.scac in (select n.scac from md_carrier n where n.code = any(string_to_array(coalesce(new.carrier_codes, new.carrier_code), ',')))) as own;
  if tg_op = 'UPDATE' then
    if new.answers_for is distinct from old.answers_for then new.attached_at := null; end if;
  end if;
  return new;
end $$;
create trigger source_answers before insert or update of carrier_codes, carrier_code on source
  for each row execute function source_answers();
update source set carrier_code = carrier_code;
update source set attached_at = now() where attached_at is null and profile is null;
-- A carrier that is added, or has another SCAC, may be one that a source answers for.
create function carrier_answers() returns trigger language plpgsql as $$
begin
  update source set carrier_code = carrier_code where carrier_codes is not null;
  return null;
end $$;
create trigger carrier_answers after insert or delete or update of code, scac on md_carrier
  for each statement execute function carrier_answers();

-- The one rule by which sources are given to subscriptions: mode, tenant (none: all) and carriers (none: all).
create function source_fits(source_mode text, source_tenant bigint, source_carriers text,
    for_mode text, for_tenant bigint, for_carrier text) returns boolean language sql immutable as $$
  select source_mode = for_mode and (source_tenant is null or source_tenant = for_tenant)
    and (source_carriers is null or for_carrier = any(string_to_array(source_carriers, ',')))
$$;

-- What is missing so that a source can answer for such references of a tenant, and at which source; no row: one can answer.
-- `profiles`: [{name, needsKey, bill, container}], what declared profiles need and take. Sources that only add to what others
-- report do not count, nor do those that send by themselves for no carrier in particular.
create function missing_source(for_tenant bigint, for_mode text, for_carrier text, for_subject text, profiles jsonb)
returns table (reason text, source_id bigint) language sql stable as $$
  select coalesce(best.reason, 'none'), best.id
  from (select 1) as one left join lateral (
    select offer.id, offer.reason from (
      select o.id, case
        when not (case for_subject when 'bill' then coalesce(p.bill, true) else coalesce(p.container, true) end) then 'kind'
        when not o.enabled then 'off'
        when p."needsKey" and own.id is null and (a.default_value is null
          or not (o.platform_key_for_all or o.tenant_id is not distinct from for_tenant)) then 'noKey'
        when own.id is not null and h.consecutive_failures > 0 and h.last_error ~ '^(unauthorized|token_refused)'
          or own.id is null and o.consecutive_failures > 0 and o.last_error ~ '^(unauthorized|token_refused)' then 'refused'
        end as reason
      from source o
        left join jsonb_to_recordset(profiles) as p(name text, "needsKey" boolean, bill boolean, container boolean) on p.name = o.profile
        left join asset a on a.id = o.asset_id
        left join tenant_asset own on own.asset_id = o.asset_id and own.tenant_id = for_tenant
        left join source_key_health h on h.source_id = o.id and h.tenant_id = for_tenant
      where source_fits(o.mode, o.tenant_id, o.answers_for, for_mode, for_tenant, for_carrier)
        and o.source_type not in ('CUSTOMS', 'AIS') and (o.asked or o.answers_for is not null)
    ) as offer
    order by array_position(array['refused', 'noKey', 'off', 'kind'], offer.reason) nulls first, offer.id limit 1
  ) as best on true
  where (best.id is null or best.reason is not null)
    and not exists (select from edi_partner e where e.active and e.partner_kind = 'CARRIER' and e.carrier_code = for_carrier
      and for_mode = 'sea')
$$;

-- Living subscriptions without data are few among millions: those that no source can answer are found among them.
create index subscription_waiting on subscription (subscribed_at desc, id desc)
  include (tenant_id, mode, carrier_code, subject) where not ended and not has_data;

-- A source of the simulated world, which goes with it; every start with a world marks its sources again.
alter table source add column simulated boolean not null default false;
update source set simulated = true where profile is null and base_url ~ '^https?://(127\.0\.0\.1|localhost)[:/]'
  and exists (select from app_state where key = 'world_clock');
