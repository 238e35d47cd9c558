-- Sources name carriers by the codes of the product, which subscriptions have, not by the letters of bills (SCAC).
update source s set
  carrier_codes = named.codes,
  carrier_code = split_part(named.codes, ',', 1),
  -- What was subscribed before is given to it again.
  attached_at = null
from (
  select o.id, string_agg(coalesce(own.code, other.code, given.code), ',' order by given.place) as codes
  from source o
    cross join unnest(string_to_array(o.carrier_codes, ',')) with ordinality as given (code, place)
    left join md_carrier own on own.code = given.code
    left join lateral (
      select c.code from md_carrier c where own.code is null and c.scac = given.code order by c.code limit 1
    ) other on true
  where o.profile is not null
  group by o.id
) named
where named.id = s.id and named.codes <> s.carrier_codes;
