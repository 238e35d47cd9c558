-- Programs that registered themselves (RFC 7591) so that people can connect them. All are public clients: nothing here is secret.
create table oauth_client (
  client_id        text collate "C" primary key,
  metadata         jsonb not null,
  registered_at    timestamptz not null,
  -- When a person last connected it; null: never.
  used_at          timestamptz
);
create index oauth_client_registered on oauth_client (registered_at);
create index oauth_client_used on oauth_client (used_at);

-- Programs that a person connected: they act as this person within one tenant.
create table connected_program (
  id               bigint generated always as identity primary key,
  user_id          bigint not null references app_user (id) on delete cascade,
  tenant_id        bigint not null references tenant (id) on delete cascade,
  client_id        text collate "C" not null,
  grant_id         text collate "C" not null unique,
  -- What the program says its name is, and where it takes its answers.
  name             text not null,
  redirect_host    text not null,
  scopes           text[] not null,
  created_at       timestamptz not null,
  last_used_at     timestamptz,
  -- Later with each new refresh token; now, when it is ended.
  expires_at       timestamptz not null,
  revoked_at       timestamptz
);
create index connected_program_user on connected_program (user_id);
create index connected_program_tenant on connected_program (tenant_id);
create index connected_program_client on connected_program (client_id);
create index connected_program_expires on connected_program (expires_at);

-- Requests, codes and tokens by the hash of their text.
create table oauth_item (
  id_hash          bytea primary key,
  kind             text not null,
  grant_id         text collate "C",
  payload          text not null,
  consumed_at      timestamptz,
  expires_at       timestamptz not null
);
create index oauth_item_grant on oauth_item (grant_id) where grant_id is not null;
create index oauth_item_expires on oauth_item (expires_at);
