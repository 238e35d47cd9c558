-- How long a job may run in seconds, as its process said when a robot took it.
alter table job add column run_limit_s integer;
