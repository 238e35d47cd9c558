-- Since when a receiver has been heard without a gap: what it could not hear is no silence of a ship.
alter table ais_feed add column heard_since timestamptz;
update ais_feed set heard_since = connected_at;
