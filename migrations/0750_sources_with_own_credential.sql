-- A source that has a credential of its own, as those of the simulated world, is asked with it: nothing is missing there.
-- What is missing so that a source can answer for such references of a tenant, and at which source; no row: one can answer.
-- `profiles`: [{name, needsKey, bill, container}], what declared profiles need and take. Sources that only add to what others
-- report do not count, nor do those that send by themselves for no carrier in particular.
create or replace function missing_source(for_tenant bigint, for_mode text, for_carrier text, for_subject text, profiles jsonb)
returns table (reason text, source_id bigint) language sql stable as $$
  select coalesce(best.reason, 'none'), best.id
  from (select 1) as one left join lateral (
    select offer.id, offer.reason from (
      select o.id, case
        when not (case for_subject when 'bill' then coalesce(p.bill, true) else coalesce(p.container, true) end) then 'kind'
        when not o.enabled then 'off'
        when p."needsKey" and own.id is null and o.credential is null and (a.default_value is null
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
