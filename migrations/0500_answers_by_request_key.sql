-- Answers to calls that create something and came with a key: the same call under the same key gets the same answer and creates
-- nothing more. They are kept for a day.
create table request_answer (
  user_id bigint not null references app_user (id) on delete cascade,
  call text collate "C" not null,
  request_key text collate "C" not null,
  answered_at timestamptz not null default now(),
  -- JSON, in the order in which it was sent.
  answer text not null,
  primary key (user_id, call, request_key)
);
create index request_answer_at on request_answer (answered_at);
