-- What a key opens: `events` the events of its tenant, `read` and `act` what its creator may see and do there.
alter table api_key
  add column scopes text[] not null default '{events}',
  -- Who created it and lends it the own rights; null for keys that only open events from before.
  add column created_by_id bigint;

-- The program through which a person acted: the name of its key.
alter table audit_log add column client text;
