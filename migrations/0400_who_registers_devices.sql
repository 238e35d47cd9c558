-- Who may register the device of a vehicle, from which networks it connects, and positions that are kept aside until somebody looks.
alter table vehicle
  -- Maker and id of the device as it names them when it registers.
  add column device_maker text collate "C",
  add column device_id    text collate "C",
  -- Networks that the device may connect from, such as 10.1.0.0/16, separated by commas; null = from anywhere.
  add column networks     text collate "C";

-- What lets the device of a vehicle in.
create table vehicle_device (
  vehicle_id       bigint primary key references vehicle (id) on delete cascade,
  tenant_id        bigint not null,
  -- A registration is accepted until then; null = only with the plate and id that the tenant entered.
  open_until       timestamptz,
  -- SHA-256 of the number of the device and its code; null = it has no code.
  code_hash        bytea,
  registered_at    timestamptz,
  -- The number of a device that still signs in with the code of earlier versions, which follows from the number; null = it does not.
  legacy_no        text collate "C",
  -- Goes up when sessions that were let in before have to end.
  epoch            integer not null default 0,
  -- Where it signed in last, since when it has been in that network, and how many of its connections are open.
  address          text collate "C",
  network          text collate "C",
  network_since    timestamptz,
  connections      integer not null default 0
);
create index vehicle_device_tenant on vehicle_device (tenant_id);
insert into vehicle_device (vehicle_id, tenant_id, legacy_no)
select id, tenant_id, terminal_no from vehicle where protocol = 'JT808';

-- Networks that the device of a vehicle has signed in from.
create table vehicle_network (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null,
  vehicle_id       bigint not null references vehicle (id) on delete cascade,
  -- The number of the device: another device in the same vehicle has networks of its own.
  terminal_no      text collate "C" not null,
  network          text collate "C" not null,
  -- The newest address in it.
  address          text collate "C" not null,
  state            text not null check (state in ('seen', 'held', 'confirmed')),
  first_at         timestamptz not null,
  last_at          timestamptz not null,
  sign_ins         integer not null default 1,
  -- When a second connection from this network reported beside another one.
  second_at        timestamptz,
  -- Since when somebody has to look at it, and when somebody did.
  doubt_at         timestamptz,
  decided_at       timestamptz,
  unique (vehicle_id, terminal_no, network)
);
create index vehicle_network_age on vehicle_network (last_at);
create index vehicle_network_doubt on vehicle_network (doubt_at) where doubt_at is not null;

-- Positions that are kept aside until somebody takes them over or discards them.
create table vehicle_held (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null,
  vehicle_id       bigint not null references vehicle (id) on delete cascade,
  network          text collate "C" not null,
  reason           text not null check (reason in ('network', 'second', 'jump')),
  received_at      timestamptz not null,
  at               timestamptz not null,
  lon              double precision not null,
  lat              double precision not null,
  -- The whole position, as the gateway takes it.
  fix              jsonb not null,
  -- Somebody took it over: the gateway stores it like any other position and removes it here.
  taken_at         timestamptz,
  unique (vehicle_id, network, at)
);
create index vehicle_held_age on vehicle_held (received_at);
create index vehicle_held_taken on vehicle_held (vehicle_id, at) where taken_at is not null;

-- Shipments that were told of a network in doubt; `decided_at` is what they were told of its end.
create table vehicle_network_told (
  network_id       bigint not null references vehicle_network (id) on delete cascade,
  subscription_id  bigint not null references subscription (id) on delete cascade,
  tenant_id        bigint not null,
  doubt_at         timestamptz not null,
  decided_at       timestamptz,
  primary key (network_id, subscription_id)
);
create index vehicle_network_told_subscription on vehicle_network_told (subscription_id);

update source set name_cn = '车载终端', name_en = 'Vehicle devices' where code = 'coldchain';
