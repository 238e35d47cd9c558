-- What processes keep in memory of what people decide, and the version that says whether it is still so: a version changes
-- in the transaction that changes the rows, and whoever changes them waits for whoever changed them before, so that a
-- version that is seen stands for rows that are seen. No number, so that a restored copy never seems to be what it is not.
create table decision_version (
  name             text primary key,
  version          uuid not null default gen_random_uuid()
);
insert into decision_version (name) values ('rules'), ('fences');

create function renew_decision_version() returns trigger language plpgsql as $$
begin
  update decision_version set version = gen_random_uuid() where name = tg_argv[0];
  return null;
end
$$;

create trigger rule_setting_version after insert or update or delete or truncate on rule_setting
  for each statement execute function renew_decision_version('rules');
create trigger md_exception_type_version after insert or update or delete or truncate on md_exception_type
  for each statement execute function renew_decision_version('rules');
