-- A risk zone may be news of the world: what it opens is told. Off: a correction of our own drawing, which tells nobody.
alter table md_risk_zone
  add column is_news boolean not null default false,
  -- When it was declared, or its area, severity or time was changed, by the clock of the database.
  add column news_at timestamptz;

create function note_news_of_zone() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (new.outline, new.severity, new.active_from, new.active_to, new.enabled, new.is_news)
    is distinct from (old.outline, old.severity, old.active_from, old.active_to, old.enabled, old.is_news)
  then
    new.news_at := case when new.is_news then clock_timestamp() end;
  end if;
  return new;
end $$;
create trigger md_risk_zone_news before insert or update on md_risk_zone
  for each row execute function note_news_of_zone();

-- Since when a subscription is judged by the decisions in judged_by, by the same clock; null = by those of an earlier release.
alter table subscription add column judged_at timestamptz;
