-- When the tenant's order system wrote a line last, by the time of the machine as in the audit; null where people did.
alter table order_line add column fed_at timestamptz;
