-- What became known of a shipment, packed for trials of rules: derived from shipment_change and made anew where it is behind.
create table shipment_track (
  shipment_id      bigint primary key references shipment (id) on delete cascade,
  tenant_id        bigint not null,
  -- The last change taken in, and the form of the track.
  change_id        bigint not null,
  format           smallint not null,
  track            text not null
);

-- Trials read all of them one after the other: kept in the row itself, and as they are sent.
alter table shipment_track alter column track set storage external;
alter table shipment_track set (toast_tuple_target = 8160);

-- Up to which change tracks were brought up to date in the background.
create table shipment_track_progress (
  only_row         boolean primary key default true check (only_row),
  change_id        bigint not null
);
