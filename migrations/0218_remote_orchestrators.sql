-- Robots that stand for an orchestrator elsewhere: the product starts and follows their jobs over its web interface.
alter table robot
  -- Address of the orchestrator up to what stands before /odata; absent: an agent runs the robot.
  add column remote_url text collate "C",
  -- Where tokens are given for the client id and secret.
  add column remote_identity_url text collate "C",
  add column remote_folder_id text collate "C",
  add column remote_client_id text collate "C",
  add column remote_auth_sealed text collate "C",
  add column remote_scope text collate "C",
  -- Why it does not answer at the moment, and how many robots it says it has.
  add column remote_problem text,
  add column remote_robots integer,
  -- Not before this time of the machine: it asked to be left alone.
  add column remote_pause_until timestamptz;

-- A job that the orchestrator elsewhere has not ended yet, as far as is known.
alter table job add column remote_open boolean not null default false;
create index job_remote_open on job (robot_id) where remote_open;
