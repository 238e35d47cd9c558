-- Test shipments belong to the carrier ZZZZ, which does not exist: only a test source answers for it, and no other source is asked.
create or replace function source_fits(source_mode text, source_tenant bigint, source_carriers text,
    for_mode text, for_tenant bigint, for_carrier text) returns boolean language sql immutable as $$
  select source_mode = for_mode and (source_tenant is null or source_tenant = for_tenant)
    and (source_carriers is null and for_carrier <> 'ZZZZ' or for_carrier = any(string_to_array(source_carriers, ',')))
$$;

-- Menu of the keys: they are a part of the console now.
update user_menu m set menu_code = '/integrations' where menu_code = '/api-keys'
  and not exists (select from user_menu o where o.user_id = m.user_id and o.menu_code = '/integrations');
delete from user_menu where menu_code = '/api-keys';
update role_template set menus = array_replace(menus, '/api-keys', '/integrations')
  where '/api-keys' = any(menus) and not '/integrations' = any(menus);
