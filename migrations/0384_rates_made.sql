-- When a price was made, as in other tables of configuration; of earlier rows it is not known.
alter table freight_rate add column created_at timestamptz;
alter table freight_rate alter column created_at set default now();
alter table surcharge add column created_at timestamptz;
alter table surcharge alter column created_at set default now();
