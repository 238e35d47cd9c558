-- Stamps of pushed messages that were taken: a message that is sent again by somebody who heard it is refused.
create table push_nonce (
  id         bigint generated always as identity primary key,
  source_id  bigint not null references source (id) on delete cascade,
  nonce      text not null,
  taken_at   timestamptz not null default clock_timestamp(),
  unique (source_id, nonce)
);
create index push_nonce_taken on push_nonce (taken_at);
