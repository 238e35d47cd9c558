-- A start at an orchestrator elsewhere may get no answer: under this name it is found again, also after the job has ended here.
alter table job
  add column remote_reference text collate "C",
  -- Until when (the machine's time) a start without an answer is looked for after the job has ended here.
  add column remote_sought_until timestamptz;
