-- A schedule without an expression of its own runs by that of the version of its process.
-- own_cron is what people entered; cron_expression stays what the planner reads.
alter table schedule add column own_cron text collate "C";
update schedule set own_cron = cron_expression;

create or replace function follow_schedule() returns trigger language plpgsql as $$
begin
  select p.tenant_id into new.tenant_id from process p where p.id = new.process_id;
  if new.own_cron is not null then
    new.cron_expression := new.own_cron;
  elsif tg_op = 'INSERT' or old.own_cron is not null then
    new.cron_expression := coalesce(
      (select nullif(v.cron_expression, '') from process p join package_version v on v.id = p.package_version_id where p.id = new.process_id),
      new.cron_expression);
  end if;
  if tg_op = 'UPDATE' and (new.cron_expression, new.cron_zone) is distinct from (old.cron_expression, old.cron_zone) then
    new.next_run_at := new.planned_until;
    new.problem := null;
  end if;
  return new;
end $$;
drop trigger follow_schedule on schedule;
create trigger follow_schedule before insert or update of process_id, own_cron, cron_expression, cron_zone on schedule
  for each row execute function follow_schedule();
