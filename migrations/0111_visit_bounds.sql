-- Between which positions a vessel really came and left: where they lie far apart, others know the time better.
alter table port_visit
  add column arrived_after timestamptz,
  add column departed_before timestamptz;

update port_visit v set
  arrived_after = (
    select max(p.at) from ais_position p
    where p.mmsi = v.mmsi and p.at < v.arrived_at and p.at >= v.arrived_at - interval '1 day' and not p.jump),
  departed_before = (
    select min(p.at) from ais_position p
    where p.mmsi = v.mmsi and p.at > v.departed_at and p.at <= v.departed_at + interval '1 day' and not p.jump);
