-- Estimates that were sent and still count are found once they have passed.
create index outward_event_estimates on outward_event (event_at, subscription_id) where current and classifier = 'EST';
