-- The subscription list sorted by vessel reads its first page instead of the whole table.
create index subscription_vessel_order on subscription (vessel_name, id);
