-- The jobs of the last hours are counted by state, and by robot, without reading each.
create index job_day on job (created_at, tenant_id, status);
