-- Warnings that a platform pushes stand beside its later answers, which do not repeat them.
alter table raw_answer add column standing boolean not null default false;

-- A message that is sent again is answered as it was the first time.
alter table push_nonce
  add column body_hash text,
  add column answer json;
