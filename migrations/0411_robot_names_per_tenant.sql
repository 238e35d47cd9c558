-- A name of a robot is taken within its tenant (or the platform) only: what others call theirs refuses nobody.
drop index robot_name;
create unique index robot_name on robot (coalesce(tenant_id, 0), lower(robot_name));
