-- Which receiver brought the newest position of a ship: only its own gaps excuse her silence.
alter table ais_vessel add column fix_feed text collate "C";
