-- A run is worked off in partitions of its subscriptions, so that one is thought about while the database writes another:
-- each goes on behind its own position.
alter table refusion_run add column positions bigint[] not null default '{0,0}';
update refusion_run set positions = array[position, position];
alter table refusion_run drop column position;
