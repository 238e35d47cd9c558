-- A job that tries a version of a package on what another job was given and was answered: its result is compared and goes nowhere.
alter table job add column trial_of bigint references job (id) on delete cascade;
create index job_trial_of on job (trial_of) where trial_of is not null;
