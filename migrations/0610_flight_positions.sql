-- Newest position of aircraft on flights that carry goods, as receivers of ADS-B heard it: one row for a flight number.
create table flight_position (
  -- Airline by its two characters, and number without leading zeros: BA12.
  flight      text collate "C" primary key,
  callsign    text not null,
  hex         text not null,
  at          timestamptz not null,
  lon         double precision not null check (lon between -180 and 180),
  lat         double precision not null check (lat between -90 and 90),
  altitude_ft integer,
  speed_kn    real,
  course      real,
  -- Receiver that heard it, as configured.
  feed        text not null
);
