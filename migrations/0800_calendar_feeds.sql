-- Calendars of shipments that a person's calendar program reads by a secret address. The token in it is not kept.
create table calendar_feed (
  id               bigint generated always as identity primary key,
  user_id          bigint not null references app_user (id) on delete cascade,
  -- Null: all tenants that the person may see.
  for_tenant_id    bigint references tenant (id) on delete cascade,
  name             text not null,
  token_hash       bytea not null unique,
  kinds            text[] not null,
  shipments        text collate "C" not null,
  days_ahead       integer not null,
  days_behind      integer not null,
  -- Language of the person when it was made.
  language         text not null,
  created_at       timestamptz not null,
  last_read_at     timestamptz
);
create index calendar_feed_user on calendar_feed (user_id);
create index calendar_feed_tenant on calendar_feed (for_tenant_id) where for_tenant_id is not null;

-- Events of a calendar as they were read last: by it a change gets a higher SEQUENCE, and what is gone is cancelled. No names: only when.
create table calendar_event (
  feed_id          bigint not null references calendar_feed (id) on delete cascade,
  event_key        text collate "C" not null,
  starts_at        timestamptz not null,
  -- Zone of the place; null where it is not known.
  zone             text collate "C",
  content_hash     bytea not null,
  sequence         integer not null,
  changed_at       timestamptz not null,
  cancelled_at     timestamptz,
  primary key (feed_id, event_key)
);

-- What calendars look for: shipments of a tenant that are followed or ended lately, and bookings with cut-offs.
create index subscription_calendar on subscription (tenant_id, ended_at) where shipment_id is not null;
create index booking_record_calendar on booking_record (tenant_id, departs_at) where cut_offs <> '[]';
