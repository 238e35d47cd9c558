-- Stretches of time in which a vehicle's cargo room was out of its temperature range, found from the readings of its device.
create table vehicle_excursion (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null,
  vehicle_id       bigint not null references vehicle (id) on delete cascade,
  began_at         timestamptz not null,
  ended_at         timestamptz,
  extreme_c        real not null,
  min_c            real,
  max_c            real,
  unique (vehicle_id, began_at)
);
create index vehicle_excursion_age on vehicle_excursion (began_at);

-- Shipments that were told of an excursion; `ended_at` is what they were told of its end.
create table vehicle_excursion_told (
  excursion_id     bigint not null references vehicle_excursion (id) on delete cascade,
  subscription_id  bigint not null references subscription (id) on delete cascade,
  tenant_id        bigint not null,
  ended_at         timestamptz,
  primary key (excursion_id, subscription_id)
);
create index vehicle_excursion_told_subscription on vehicle_excursion_told (subscription_id);
