-- Runs that a browser may order twice, and runs that are written down before they begin.
alter table run
  -- The user who ordered it; null where nobody asks for it. The code of a deleted user can be given to somebody else, an id cannot.
  add column user_id bigint,
  -- Made by the browser: the same order sent twice is one run.
  add column client_key text collate "C",
  drop constraint run_state_check,
  add constraint run_state_check check (state in ('running', 'done', 'failed', 'cancelled', 'waiting')),
  add constraint run_client_key_check check (client_key is null or user_id is not null);
create unique index run_client_key on run (kind, user_id, client_key) where client_key is not null;
create index run_user on run (user_id, kind, id desc) where user_id is not null;
