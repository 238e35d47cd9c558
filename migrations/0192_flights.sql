-- Flights of airlines as they announce them: data of everybody, without any tenant.

-- Airlines tell their schedules as carriers by sea do.
alter table sailing_source add column mode text not null default 'sea' check (mode in ('sea', 'air'));
alter table sailing_source drop constraint sailing_source_pkey;
alter table sailing_source add primary key (mode, carrier_code);

-- One leg of a flight of one day.
create table flight_leg (
  id               bigint generated always as identity primary key,
  airline_code     text collate "C" not null,
  flight_no        text collate "C" not null,
  -- Local day on which the flight leaves its first airport, as yyyy-MM-dd.
  flight_date      text collate "C" not null,
  leg_no           integer not null,
  from_airport     text collate "C" not null,
  to_airport       text collate "C" not null,
  aircraft         text,
  -- Days of the week on which the flight number regularly flies, as digits from 1 = Monday.
  days             text not null,
  departs_at       timestamptz not null,
  arrives_at       timestamptz not null,
  -- The airline takes goods until then.
  closes_at        timestamptz,
  cancelled        boolean not null default false,
  changed_at       timestamptz not null,
  -- Grows with every change, so that what is kept in memory can follow.
  change_no        bigint not null
);
create unique index flight_leg_flight on flight_leg (airline_code, flight_no, flight_date, leg_no);
create index flight_leg_departure on flight_leg (departs_at);
create unique index flight_leg_change on flight_leg (change_no);
create sequence flight_leg_change_no;

-- How a leg changed.
create table flight_change (
  id               bigint generated always as identity primary key,
  leg_id           bigint not null references flight_leg (id) on delete cascade,
  at               timestamptz not null,
  field            text not null,
  old_value        text,
  new_value        text
);
create index flight_change_leg on flight_change (leg_id, id desc);

-- Flights are subscribed as sailings are: the flight number is the name of what moves, its date the voyage.
alter table sailing_subscription add column mode text not null default 'sea' check (mode in ('sea', 'air'));
alter table sailing_subscription alter column call_id drop not null;
alter table sailing_subscription add column leg_id bigint references flight_leg (id) on delete cascade;
alter table sailing_subscription add constraint sailing_subscription_subject
  check (case mode when 'air' then leg_id is not null else call_id is not null end);
create unique index sailing_subscription_open_leg on sailing_subscription (tenant_id, leg_id) where cancelled_at is null;
create index sailing_subscription_leg on sailing_subscription (leg_id);

alter table notification drop constraint notification_kind_check;
alter table notification add constraint notification_kind_check
  check (kind in ('job', 'exception', 'test', 'sailing', 'risk', 'flight'));
