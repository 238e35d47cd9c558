-- Alarms of the devices of vehicles, as they are read whatever the protocol; the bare number of the newest position is kept no more.
create table vehicle_alarm (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null,
  vehicle_id       bigint not null references vehicle (id) on delete cascade,
  kind             text not null check (kind in ('emergency', 'collision', 'rollover', 'theft', 'moved', 'doorOpened', 'tampered', 'jammed',
                     'powerCut', 'overspeed', 'fatigue', 'harshDriving', 'vibration', 'fuel', 'lowPower', 'lowBattery', 'fault')),
  began_at         timestamptz not null,
  -- When it was raised last, once it has been quiet for some time.
  ended_at         timestamptz,
  -- The last believed place at its beginning.
  lon              double precision,
  lat              double precision,
  unique (vehicle_id, kind, began_at)
);
create index vehicle_alarm_vehicle on vehicle_alarm (vehicle_id, began_at desc);
create index vehicle_alarm_age on vehicle_alarm (began_at);

-- Shipments that were told of an alarm.
create table vehicle_alarm_told (
  alarm_id         bigint not null references vehicle_alarm (id) on delete cascade,
  subscription_id  bigint not null references subscription (id) on delete cascade,
  tenant_id        bigint not null,
  primary key (alarm_id, subscription_id)
);
create index vehicle_alarm_told_subscription on vehicle_alarm_told (subscription_id);

alter table vehicle_state drop column alarm;

-- Time zone of the clock of the device; null = as its protocol has it.
alter table vehicle add column clock_zone text collate "C";
