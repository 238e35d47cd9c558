-- Words of carriers for moves that nobody has said the meaning of, listed and mapped like codes of ports.

alter table unknown_port add column kind text not null default 'port' check (kind in ('port', 'word'));
-- The milestone that words mean.
alter table unknown_port add column status_code text collate "C";

alter table unknown_port drop constraint unknown_port_raw_code_source_id_key;
alter table unknown_port add constraint unknown_port_written unique (raw_code, source_id, kind);
alter table unknown_port drop constraint unknown_port_check;
alter table unknown_port add constraint unknown_port_meant check (
  state <> 'mapped' or (kind = 'port' and port_id is not null) or (kind = 'word' and status_code is not null)
);
