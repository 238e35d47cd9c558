-- Documents of orders; their bytes are kept apart, so that lists never read them.
create table order_document (
  id               bigint generated always as identity primary key,
  tenant_id        bigint not null references tenant (id),
  order_id         bigint not null references cargo_order (id),
  file_name        text not null,
  content_type     text collate "C" not null,
  size_bytes       integer not null,
  sha256           text collate "C" not null,
  uploaded_by      text not null,
  uploaded_at      timestamptz not null
);
create index order_document_order on order_document (order_id, id);

create table order_document_body (
  document_id      bigint primary key references order_document (id) on delete cascade,
  tenant_id        bigint not null,
  body             bytea not null
);
