-- Boxes of one bill that have a subscription each share their exceptions: one row per problem of the bill.
alter table shipment_exception add column box_bill text collate "C";
create unique index exception_box_bill on shipment_exception (tenant_id, box_bill, type_code, problem_key)
  where box_bill is not null and open;
create index exception_box_bill_rows on shipment_exception (box_bill, tenant_id) where box_bill is not null;

-- What each subscription says of an exception that it shares; kept when it no longer has the problem.
create table exception_box (
  exception_id     bigint not null references shipment_exception (id) on delete cascade,
  subscription_id  bigint not null references subscription (id) on delete cascade,
  tenant_id        bigint not null,
  container_no     text collate "C",
  present          boolean not null,
  severity         text not null,
  params           jsonb not null,
  evidence         jsonb not null,
  primary key (exception_id, subscription_id)
);
create index exception_box_subscription on exception_box (subscription_id, exception_id);
create index exception_box_container on exception_box (container_no, exception_id);
