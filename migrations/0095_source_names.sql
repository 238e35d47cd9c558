-- Names of sources are master data that every process keeps: a source made while they run was shown by its raw code
-- until they were started again.
create function source_names_changed() returns trigger language plpgsql as $$
begin
  insert into app_state (key, value) values ('master_data_version', to_jsonb(gen_random_uuid()::text))
    on conflict (key) do update set value = excluded.value, updated_at = now();
  perform pg_notify('master_data', '');
  return null;
end
$$;
create trigger source_made after insert on source for each row execute function source_names_changed();
create trigger source_renamed after update on source for each row
  when (old.code is distinct from new.code or old.name_cn is distinct from new.name_cn
    or old.name_en is distinct from new.name_en)
  execute function source_names_changed();
