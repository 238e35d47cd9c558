-- Positions of vessels: data of everybody, without any tenant.

-- One partition per day, made as positions come and dropped when they are too old.
create table ais_position (
  mmsi             integer not null,
  at               timestamptz not null,
  lon              double precision not null,
  lat              double precision not null,
  speed_kn         real,
  course           real,
  heading          smallint,
  nav_status       smallint,
  -- Further from the position before than any ship can go: kept, but neither drawn nor believed.
  jump             boolean not null default false,
  primary key (mmsi, at)
) partition by range (at);

-- Who a vessel is by her own word, and her newest position.
create table ais_vessel (
  mmsi             integer primary key,
  imo              text collate "C",
  name             text collate "C",
  call_sign        text,
  ship_type        smallint,
  length_m         real,
  beam_m           real,
  draught_m        real,
  destination      text,
  -- Month, day, hour and minute as the master set them, such as 05-15 14:00.
  master_eta       text,
  ais_class        text check (ais_class in ('A', 'B')),
  -- When each of these was said, so that an older message never replaces a newer one.
  said_at          jsonb not null default '{}',
  fix_at           timestamptz,
  lon              double precision,
  lat              double precision,
  speed_kn         real,
  course           real,
  heading          smallint,
  nav_status       smallint,
  -- What the next position is judged by: one not believed, and the stay in port.
  memory           jsonb not null default '{}'
) with (fillfactor = 70);
create index ais_vessel_imo on ais_vessel (imo);
create index ais_vessel_name on ais_vessel (name text_pattern_ops);

create table ais_vessel_change (
  id               bigint generated always as identity primary key,
  mmsi             integer not null,
  at               timestamptz not null,
  field            text not null,
  old_value        text,
  new_value        text
);
create index ais_vessel_change_mmsi on ais_vessel_change (mmsi, id desc);

-- Parts of ports by hand; a port without any is a circle around its place.
create table port_fence (
  id               bigint generated always as identity primary key,
  port_code        text collate "C" not null,
  lon              double precision not null,
  lat              double precision not null,
  radius_nm        double precision not null check (radius_nm > 0 and radius_nm <= 60),
  polygon          jsonb
);
create unique index port_fence_place on port_fence (port_code, lon, lat);

-- Stays of vessels in ports, found from positions.
create table port_visit (
  id               bigint generated always as identity primary key,
  mmsi             integer not null,
  port_code        text collate "C" not null,
  arrived_at       timestamptz not null,
  departed_at      timestamptz,
  -- Grows with every change, so that what has to be told can be found.
  change_no        bigint not null,
  unique (mmsi, port_code, arrived_at)
);
create index port_visit_mmsi on port_visit (mmsi, arrived_at);
create index port_visit_port on port_visit (port_code, arrived_at);
create index port_visit_change on port_visit (change_no);
create sequence port_visit_change_no;

-- How receiving goes, per source as configured.
create table ais_feed (
  code             text collate "C" primary key,
  state            text not null check (state in ('connecting', 'open', 'failed', 'done')),
  connected_at     timestamptz,
  last_message_at  timestamptz,
  -- Lines, messages, positions, refusals by reason.
  counts           jsonb not null default '{}',
  samples          jsonb not null default '{}',
  last_error       text,
  updated_at       timestamptz not null
);

-- Legs of shipments with a vessel whose positions are looked at.
create table voyage_watch (
  subscription_id  bigint not null references subscription (id) on delete cascade,
  sequence         smallint not null,
  tenant_id        bigint not null,
  mmsi             integer not null,
  vessel_name      text,
  from_port        text collate "C" not null,
  to_port          text collate "C" not null,
  -- The leg as shown, for finding its stays.
  leg              jsonb not null,
  state            text not null check (state in ('waiting', 'loading', 'underway', 'arrived')),
  departed_at      timestamptz,
  prediction       jsonb,
  primary key (subscription_id, sequence)
);
create index voyage_watch_mmsi on voyage_watch (mmsi, from_port, to_port);

-- Fingerprint of what was last told about a subscription's legs.
create table voyage_report (
  subscription_id  bigint primary key references subscription (id) on delete cascade,
  tenant_id        bigint not null,
  hash             text not null
);

-- Voyages over a lane that are over: what arrivals are predicted from.
create table lane_passage (
  id               bigint generated always as identity primary key,
  mmsi             integer not null,
  from_port        text collate "C" not null,
  to_port          text collate "C" not null,
  departed_at      timestamptz not null,
  arrived_at       timestamptz not null,
  lane_nm          double precision not null,
  marks            jsonb not null,
  unique (mmsi, from_port, to_port, departed_at)
);
create index lane_passage_lane on lane_passage (from_port, to_port, arrived_at desc);

-- Predictions as made; when the vessel has arrived, how wrong they were.
create table eta_prediction (
  id               bigint generated always as identity primary key,
  mmsi             integer not null,
  from_port        text collate "C" not null,
  to_port          text collate "C" not null,
  departed_at      timestamptz not null,
  at               timestamptz not null,
  eta              timestamptz not null,
  basis            text not null check (basis in ('vessel', 'lane', 'speed')),
  error_ms         bigint,
  unique (mmsi, from_port, to_port, at)
);
create index eta_prediction_open on eta_prediction (mmsi, from_port, to_port) where error_ms is null;
create index eta_prediction_known on eta_prediction (at desc) where error_ms is not null;
