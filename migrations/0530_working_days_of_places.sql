-- The country or port whose working days a calendar has: how urgent a deadline there is depends on them.
alter table calendar add column place_code text collate "C";
