-- What is kept of shipments year after year, and what jobs leave, is divided by the number of the shipment, subscription or job that a
-- row belongs to. Numbers rise with time, so a range of them is what began in about a month, and leaves the database as one.

-- Divides a table whose name is given. What it holds becomes the first range, without a copy. "uppermost" ends that range: no row may
-- be at or above it. The primary key becomes "key"; an index that exists already as NAME_0_key is taken for it.
create function divide_by_range(divided text, range_column text, key text, uppermost bigint) returns void language plpgsql as $$
declare
  first text := divided || '_0';
  ready text := divided || '_0_key';
  one record;
  identity_kind "char";
  next_id bigint;
begin
  if exists (select from pg_trigger where tgrelid = divided::regclass and not tgisinternal) then
    raise exception 'the triggers of % would be lost', divided;
  end if;
  select attidentity into identity_kind from pg_attribute where attrelid = divided::regclass and attname = 'id' and attidentity <> '';
  if identity_kind is not null then
    execute format('select nextval(%L)', pg_get_serial_sequence(divided, 'id')) into next_id;
    execute format('alter table %I alter column id drop identity', divided);
  end if;
  execute format('alter table %I rename to %I', divided, first);
  for one in select conname from pg_constraint where conrelid = first::regclass and contype = 'p' loop
    execute format('alter table %I drop constraint %I', first, one.conname);
  end loop;
  if to_regclass(ready) is null then
    execute format('alter table %I add constraint %I primary key (%s)', first, first || '_pkey', key);
  else
    execute format('alter table %I add constraint %I primary key using index %I', first, first || '_pkey', ready);
  end if;
  -- An index on the same columns has no use any more.
  for one in select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_index p on p.indrelid = i.indrelid and p.indisprimary and p.indkey = i.indkey and p.indoption = i.indoption
      where i.indrelid = first::regclass and not i.indisprimary and i.indpred is null loop
    execute format('drop index %I', one.name);
  end loop;
  for one in select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = first::regclass and not i.indisprimary loop
    execute format('alter index %I rename to %I', one.name, replace(one.name, divided || '_', first || '_'));
  end loop;
  execute format('create table %I (like %I including defaults including constraints including storage including compression
    including comments) partition by range (%I)', divided, first, range_column);
  -- What held its keys in bounds while it was prepared is for the first range alone.
  execute format('alter table %I drop constraint if exists %I', divided, divided || '_range');
  if identity_kind is not null then
    execute format('alter table %I alter column id add generated %s as identity (start with %s)', divided,
      case identity_kind when 'a' then 'always' else 'by default' end, next_id);
  end if;
  for one in select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where conrelid = first::regclass and contype = 'f' loop
    execute format('alter table %I add constraint %I %s', divided, one.name, one.definition);
  end loop;
  execute format('alter table %I add primary key (%s)', divided, key);
  for one in select c.relname as name, pg_get_indexdef(c.oid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = first::regclass and not i.indisprimary loop
    execute replace(one.definition, first, divided);
  end loop;
  execute format('alter table %I attach partition %I for values from (minvalue) to (%s)', divided, first, uppermost);
  perform add_range(divided, divided || '_rest', uppermost, null);
end $$;

-- Adds a range to a divided table; null means that it has no end there. Options of storage are as of the other ranges.
create function add_range(divided text, name text, lowest bigint, uppermost bigint) returns void language plpgsql as $$
declare
  options text;
begin
  execute format('create table %I partition of %I for values from (%s) to (%s)', name, divided,
    coalesce(lowest::text, 'minvalue'), coalesce(uppermost::text, 'maxvalue'));
  select array_to_string(c.reloptions, ', ') into options from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = divided::regclass and c.reloptions is not null limit 1;
  if options is not null then
    execute format('alter table %I set (%s)', name, options);
  end if;
end $$;

-- Ends the last range of a table, which begins at "lowest", and begins the next one. It is empty, or a constraint NAME_rest_range says that
-- all its rows are within.
create function end_range(divided text, lowest bigint, uppermost bigint, filled boolean) returns void language plpgsql as $$
declare
  rest text := divided || '_rest';
  name text := divided || '_' || lowest;
begin
  execute format('alter table %I detach partition %I', divided, rest);
  if filled then
    execute format('alter table %I rename to %I', rest, name);
    execute format('alter table %I attach partition %I for values from (%s) to (%s)', divided, name, lowest, uppermost);
    execute format('alter table %I drop constraint %I', name, rest || '_range');
  else
    execute format('drop table %I', rest);
    perform add_range(divided, name, lowest, uppermost);
  end if;
  perform add_range(divided, rest, uppermost, null);
end $$;

-- Replaces a range of a table by one with the rows of some keys; all others go with the old one.
create function empty_range(divided text, range_column text, name text, lowest bigint, uppermost bigint, staying bigint[])
returns void language plpgsql as $$
declare
  old text := name || '_old';
begin
  execute format('alter table %I detach partition %I', divided, name);
  execute format('alter table %I rename to %I', name, old);
  perform add_range(divided, name, lowest, uppermost);
  execute format('insert into %I overriding system value select * from %I where %I = any($1)', name, old, range_column) using staying;
  execute format('drop table %I', old);
end $$;

-- Small tables at once; housekeeping prepares larger ones beside the work that goes on.
do $$
declare
  at_once constant bigint := 64000000;
  size constant bigint := 20000;
  last_subscription bigint;
  last_shipment bigint;
  last_job bigint;
begin
  select coalesce(max(id), 0) into last_subscription from subscription;
  select coalesce(max(id), 0) into last_shipment from shipment;
  select coalesce(max(id), 0) into last_job from job;
  if pg_total_relation_size('raw_answer') < at_once then
    alter table raw_answer validate constraint raw_answer_encoding_check;
    perform divide_by_range('raw_answer', 'subscription_id', 'id, subscription_id', (last_subscription / size + 1) * size);
  end if;
  if pg_total_relation_size('shipment_change') + pg_total_relation_size('shipment_said') + pg_total_relation_size('shipment_track')
      < at_once then
    perform divide_by_range('shipment_change', 'shipment_id', 'id, shipment_id', (last_shipment / size + 1) * size);
    perform divide_by_range('shipment_said', 'shipment_id', 'shipment_id, id', (last_shipment / size + 1) * size);
    perform divide_by_range('shipment_track', 'shipment_id', 'shipment_id, tenant_id', (last_shipment / size + 1) * size);
  end if;
  if pg_total_relation_size('job_log') + pg_total_relation_size('job_artifact') < at_once then
    perform divide_by_range('job_log', 'job_id', 'job_id, line', (last_job / size + 1) * size);
    perform divide_by_range('job_artifact', 'job_id', 'id, job_id', (last_job / size + 1) * size);
  end if;
end $$;

-- Files of the archive: rows of a table that belong to the shipments (or subscriptions) from "lowest" to below "uppermost".
create table archive_file (
  id           bigint generated always as identity primary key,
  table_name   text collate "C" not null,
  lowest       bigint not null,
  uppermost    bigint not null,
  -- Path below the folder of the archive.
  name         text not null,
  rows         bigint not null,
  bytes        bigint not null,
  sha256       bytea not null,
  -- Rows with a higher id came after the file was written.
  through_id   bigint not null,
  -- Those of the range whose rows stay in the database, since they are not over for long.
  staying      bigint[] not null,
  written_at   timestamptz not null,
  -- When the rows left the database; until then the file is not read.
  taken_out_at timestamptz
);
create index archive_file_range on archive_file (table_name, uppermost, lowest);
