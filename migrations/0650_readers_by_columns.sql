-- Versions of readers that people make by pointing at columns: kept as data, never changed, released like those of the product.
create table robot_reader (
  parser_id     text collate "C" not null,
  version       integer not null check (version between 1 and 9999),
  carrier_code  text collate "C" not null,
  name          text not null,
  mapping       jsonb not null,
  created_at    timestamptz not null,
  actor_code    text collate "C" not null,
  actor_name    text not null,
  primary key (parser_id, version)
);
create index robot_reader_carrier on robot_reader (carrier_code);
