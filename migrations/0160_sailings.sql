-- Sailings of container lines as carriers announce them: data of everybody, without any tenant.

-- Where a carrier tells its schedules, and how asking it goes.
create table sailing_source (
  carrier_code     text collate "C" primary key,
  base_url         text not null,
  -- Sealed by the key of the installation, never in clear.
  credential       text,
  enabled          boolean not null default true,
  refresh_s        integer not null default 21600 check (refresh_s between 900 and 604800),
  next_at          timestamptz not null,
  answered_at      timestamptz,
  failed_at        timestamptz,
  failure          text,
  failures         integer not null default 0,
  -- Validators of the pages of the last answer, for conditional requests, by their addresses.
  validators       jsonb not null default '{}'
);

-- One call of a vessel at a port: what the statements of all carriers about it come to.
create table sailing_call (
  id                  bigint generated always as identity primary key,
  carrier_code        text collate "C" not null,
  service_code        text collate "C" not null,
  service_name        text,
  imo                 text collate "C" not null,
  mmsi                text collate "C",
  vessel_name         text not null,
  call_sign           text,
  flag                text,
  import_voyage       text collate "C",
  export_voyage       text collate "C",
  universal_voyage    text collate "C",
  port_code           text collate "C" not null,
  terminal            text,
  omitted             boolean not null,
  planned_arrival     timestamptz,
  estimated_arrival   timestamptz,
  actual_arrival      timestamptz,
  planned_departure   timestamptz,
  estimated_departure timestamptz,
  actual_departure    timestamptz,
  -- The times that count: actual before estimated before planned.
  arrives_at          timestamptz not null,
  departs_at          timestamptz not null,
  cut_offs            jsonb not null default '[]',
  -- Carriers that sell it, with their own codes, and what they tell differently.
  sellers             jsonb not null default '[]',
  differences         jsonb not null default '[]',
  changed_at          timestamptz not null,
  -- Grows with every change, so that what is kept in memory can follow.
  change_no           bigint not null
);
create index sailing_call_port on sailing_call (port_code, arrives_at);
create index sailing_call_vessel on sailing_call (imo, arrives_at);
create index sailing_call_departure on sailing_call (departs_at);
create unique index sailing_call_change on sailing_call (change_no);
create sequence sailing_call_change_no;

-- What one carrier tells of a call, in its newest words.
create table sailing_statement (
  carrier_code     text collate "C" not null,
  call_ref         text collate "C" not null,
  -- Statements are written first; what they come to follows in the same transaction.
  call_id          bigint not null references sailing_call (id) on delete cascade deferrable initially deferred,
  said             jsonb not null,
  hash             text not null,
  -- When these words were first heard.
  said_at          timestamptz not null,
  primary key (carrier_code, call_ref)
);
create index sailing_statement_call on sailing_statement (call_id);

-- How the merged values of a call changed.
create table sailing_change (
  id               bigint generated always as identity primary key,
  call_id          bigint not null references sailing_call (id) on delete cascade,
  at               timestamptz not null,
  field            text not null,
  old_value        text,
  new_value        text
);
create index sailing_change_call on sailing_change (call_id, id desc);
