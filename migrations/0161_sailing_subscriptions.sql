-- Sailings that people want to be told about when they change.
create table sailing_subscription (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null references tenant (id),
  -- The carrier that was asked, with the names it sells the call by.
  carrier_code     text collate "C" not null,
  vessel_name      text not null,
  voyage           text collate "C" not null,
  port_code        text collate "C" not null,
  call_id          bigint not null references sailing_call (id) on delete cascade,
  -- First and last day, of the zone of the tenant.
  effective_on     text collate "C" not null,
  expires_on       text collate "C" not null,
  cancelled_at     timestamptz,
  created_by       text not null,
  created_at       timestamptz not null,
  -- Changes up to this one were told.
  told_change_id   bigint not null default 0,
  record_version   integer not null default 1
);
create unique index sailing_subscription_open on sailing_subscription (tenant_id, call_id) where cancelled_at is null;
create index sailing_subscription_call on sailing_subscription (call_id);
create index sailing_subscription_list on sailing_subscription (tenant_id, created_at desc);

alter table notification drop constraint notification_kind_check;
alter table notification add constraint notification_kind_check check (kind in ('job', 'exception', 'test', 'sailing'));
