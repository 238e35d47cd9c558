-- Browsers that show messages of the inbox while no page is open. Who knows the address and keys of one may make it ring:
-- they are sealed, and found by their hash.
create table push_device (
  id            bigint generated always as identity primary key,
  user_id       bigint not null references app_user (id) on delete cascade,
  endpoint_hash bytea not null unique,
  sealed        text not null,
  device_name   text not null,
  language      text not null,
  created_at    timestamptz not null,
  last_rung_at  timestamptz
);
create index push_device_user on push_device (user_id);

-- When devices rang for a message of the inbox; each message is taken once.
alter table notification add column rung_at timestamptz;
create index notification_to_ring on notification (sent_at) where feedback_type = 'IN_APP' and rung_at is null;
