-- When a vessel came to her berth; empty while she waits at anchor, and for stays that ended before this was noted.
alter table port_visit add column berthed_at timestamptz;
create index port_visit_berthed on port_visit (berthed_at) where berthed_at is not null;

-- Weather services that tell of storms.
create table weather_source (
  code             text collate "C" primary key,
  name_cn          text not null,
  name_en          text not null,
  base_url         text not null,
  enabled          boolean not null default true,
  refresh_s        integer not null default 3600 check (refresh_s between 600 and 86400),
  next_at          timestamptz not null,
  answered_at      timestamptz,
  failure          text,
  failures         integer not null default 0
);

-- Where a storm was and will be by one advisory of a service.
create table storm_point (
  source_code      text collate "C" not null,
  storm_code       text collate "C" not null,
  name             text not null,
  issued_at        timestamptz not null,
  valid_at         timestamptz not null,
  lon              double precision not null check (lon between -180 and 180),
  lat              double precision not null check (lat between -90 and 90),
  wind_kn          real not null,
  -- Winds of 34 knots and more reach so far.
  radius_nm        real not null,
  -- The middle may be so far off by then.
  error_nm         real not null,
  primary key (source_code, storm_code, issued_at, valid_at)
);
create index storm_point_valid on storm_point (valid_at);

-- Who wants to be told when a vessel with bookings of the own tenant enters a risk area.
create table risk_watch (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null references tenant (id),
  user_code        text not null,
  kinds            jsonb not null,
  created_at       timestamptz not null,
  unique (tenant_id, user_code)
);

-- Vessels with bookings that are in a risk area, and who was told.
create table risk_entry (
  id               bigint generated always as identity primary key,
  area_code        text collate "C" not null,
  mmsi             integer not null,
  entered_at       timestamptz not null,
  left_at          timestamptz
);
create unique index risk_entry_open on risk_entry (area_code, mmsi) where left_at is null;
create index risk_entry_age on risk_entry (entered_at);

alter table notification drop constraint notification_kind_check;
alter table notification add constraint notification_kind_check check (kind in ('job', 'exception', 'test', 'sailing', 'risk'));
