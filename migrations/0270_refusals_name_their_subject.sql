-- What a counted refusal was about: the plate of a vehicle whose positions are not believed, for example; empty: not known.
alter table refusal_tally add column subject text collate "C" not null default '';
drop index refusal_tally_once;
create unique index refusal_tally_once
  on refusal_tally (hour, via, reason, field, sender, subject, coalesce(source_id, 0), coalesce(tenant_id, 0));
