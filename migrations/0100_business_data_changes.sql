-- What people remove from the word of sources, and what they change of bookings, each as one act that can be taken back.

-- Left out wherever the records of the subscription are read; the stored answers stay as they came.
create table shipment_removal (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null references tenant (id),
  subscription_id  bigint not null references subscription (id) on delete cascade,
  -- The record; '' = of all sources.
  source_code      text collate "C" not null,
  -- booking, legs, leg[CNSHA>USLAX], container[...], event[...]
  item             text collate "C" not null,
  removed_at       timestamptz not null,
  unique (subscription_id, source_code, item)
);

create table business_data_change (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null references tenant (id),
  subscription_id  bigint not null references subscription (id) on delete cascade,
  kind             text not null check (kind in ('saved', 'deleted', 'arrivalCopied')),
  at               timestamptz not null,
  actor_code       text collate "C" not null,
  actor_name       text not null,
  -- What has to be put back: the expert's record before, removals, expert values; as written, so that it is put back as it was.
  detail           json not null,
  undone_at        timestamptz
);
create index business_data_change_subscription on business_data_change (subscription_id, id desc);
