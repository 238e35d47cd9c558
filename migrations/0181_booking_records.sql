-- Bookings of space with carriers, from draft to completed.
create table booking_record (
  id                bigint generated always as identity primary key,
  tenant_id         bigint not null references tenant (id),
  carrier_code      text collate "C" not null,
  pol_code          text collate "C" not null,
  pod_code          text collate "C" not null,
  vessel_name       text,
  voyage            text collate "C",
  departs_at        timestamptz,
  arrives_at        timestamptz,
  -- As first confirmed: a roll is seen against it.
  first_departs_at  timestamptz,
  -- Type by trade name and how many of it.
  equipment         jsonb not null,
  containers        integer not null,
  customer          text,
  remark            text,
  state             text collate "C" not null,
  -- What is to be sent to the carrier: create, update, cancel; null when nothing is.
  sending           text collate "C",
  -- When the carrier is asked next; null once nothing more comes.
  next_ask_at       timestamptz,
  failures          integer not null default 0,
  -- Why the carrier refused or could not be reached, in a word of ours or of the carrier.
  problem           text,
  request_ref       text collate "C",
  booking_no        text collate "C",
  bill_no           text collate "C",
  cut_offs          jsonb not null default '[]',
  rolls             integer not null default 0,
  subscription_id   bigint,
  created_by        text not null,
  created_at        timestamptz not null,
  changed_at        timestamptz not null,
  record_version    integer not null default 1
);
create index booking_record_list on booking_record (tenant_id, changed_at desc, id desc);
create index booking_record_due on booking_record (next_ask_at) where next_ask_at is not null;
create unique index booking_record_request on booking_record (carrier_code, request_ref) where request_ref is not null;

-- What happened to a booking, in order.
create table booking_event (
  id                bigint generated always as identity primary key,
  tenant_id         bigint not null references tenant (id),
  booking_id        bigint not null references booking_record (id) on delete cascade,
  at                timestamptz not null,
  kind              text collate "C" not null,
  actor             text not null,
  detail            jsonb not null default '{}'
);
create index booking_event_booking on booking_event (booking_id, id);
