-- Stays on the way of a voyage that is over, in order: predictions go by the next call and what came after it.
alter table lane_passage add column calls jsonb;

update lane_passage p set calls = (
  select coalesce(jsonb_agg(jsonb_build_object('portCode', v.port_code,
      'arrivedAt', round(extract(epoch from v.arrived_at) * 1000), 'departedAt', round(extract(epoch from v.departed_at) * 1000))
      order by v.arrived_at), '[]')
  from port_visit v
  where v.mmsi = p.mmsi and v.arrived_at > p.departed_at and v.departed_at < p.arrived_at and v.port_code <> p.to_port);

-- Made again within hours, with the time that comes after the next call.
update voyage_watch set prediction = null where prediction is not null;
