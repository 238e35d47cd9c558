-- Jobs of tenants are leased in turns: the tenants of whom something waits in an environment are found by steps, each at its next job.
create index job_turn on job (environment_id, tenant_id, rank, id) where status = 'Pending';
drop index job_pending;
