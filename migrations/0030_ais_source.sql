-- Positions are a source like the others; the protocols that are allowed already stay allowed.
do $$
declare
  allowed text;
begin
  -- Where any well-formed name is allowed, this one is too.
  if exists (select from pg_constraint where conrelid = 'source'::regclass and conname = 'source_protocol_check'
    and pg_get_constraintdef(oid) like '%~%') then
    return;
  end if;
  select string_agg(distinct quote_literal(protocol), ', ') into allowed from (
    select (regexp_matches(pg_get_constraintdef(oid), '''([a-z0-9_]+)''', 'g'))[1] as protocol
    from pg_constraint where conrelid = 'source'::regclass and conname = 'source_protocol_check'
    union select 'ais') known;
  execute 'alter table source drop constraint source_protocol_check';
  execute format('alter table source add constraint source_protocol_check check (protocol in (%s))', allowed);
end $$;
