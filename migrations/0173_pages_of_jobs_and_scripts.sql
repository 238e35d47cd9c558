-- What a job brought is found by the job.
create index robot_answer_job on robot_answer (job_id);

-- A version may carry a script of its own, with the addresses it may call (comma-joined hosts).
alter table package_version
  add column script text,
  add column script_hosts text;
