-- What was expected of a vessel's next arrival at a moment: by us, by her carrier, by her master. Scored when she has arrived.
create table vessel_outlook (
  id               bigint generated always as identity primary key,
  mmsi             integer not null,
  from_port        text collate "C" not null,
  to_port          text collate "C" not null,
  departed_at      timestamptz not null,
  at               timestamptz not null,
  own              timestamptz,
  own_low          timestamptz,
  own_high         timestamptz,
  basis            text check (basis in ('vessel', 'lane', 'speed')),
  carrier          timestamptz,
  master           timestamptz,
  arrived_at       timestamptz,
  unique (mmsi, to_port, departed_at, at)
);
create index vessel_outlook_newest on vessel_outlook (mmsi, at desc);
create index vessel_outlook_open on vessel_outlook (mmsi, to_port) where arrived_at is null;
create index vessel_outlook_arrived on vessel_outlook (arrived_at) where arrived_at is not null;
create index vessel_outlook_age on vessel_outlook (at);
