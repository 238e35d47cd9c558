-- A removed version of a reader keeps its row without what it read by: its number names nothing else, in trials and in the audit.
alter table robot_reader alter column mapping drop not null;
