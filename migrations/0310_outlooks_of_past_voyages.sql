-- Predictions that were worked out afterwards for voyages of the past, from what was known at the time: bands are learned
-- from them until enough arrivals have followed our own predictions. They are not part of how right we were.
alter table vessel_outlook add column hindcast boolean not null default false;
