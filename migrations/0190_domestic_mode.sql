-- Domestic sea is a mode of its own: sea and river between ports of one country.
alter table subscription drop constraint subscription_mode_check,
  add constraint subscription_mode_check check (mode in ('sea', 'domestic', 'air', 'rail', 'road', 'courier'));
alter table source drop constraint source_mode_check,
  add constraint source_mode_check check (mode in ('sea', 'domestic', 'air', 'rail', 'road', 'courier'));
