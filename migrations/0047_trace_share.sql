-- Links that show the trace of one shipment to people without an account. The link itself is signed and not kept.
create table trace_share (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null,
  subscription_id  bigint not null references subscription (id) on delete cascade,
  -- For whom it was made, as its maker put it; never shown to them.
  note             text not null default '',
  created_at       timestamptz not null,
  created_by       text not null,
  expires_at       timestamptz not null,
  revoked_at       timestamptz,
  revoked_by       text,
  views            integer not null default 0,
  last_viewed_at   timestamptz
);
create index trace_share_subscription on trace_share (subscription_id, id desc);

-- Until when what has to be done before loading, as people took it from the carrier's papers.
create table shipment_cutoff (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null,
  subscription_id  bigint not null references subscription (id) on delete cascade,
  code             text collate "C" not null,
  at               timestamptz not null,
  -- The paper it was taken from, such as a booking confirmation with its number.
  paper            text not null default '',
  set_by           text not null,
  set_at           timestamptz not null,
  unique (subscription_id, code)
);
