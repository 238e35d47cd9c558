-- Lists of tracking with the latest arrival first: empty ones come last in both directions, so one index cannot serve both.
create index subscription_latest_arrival on subscription (mode, eta desc nulls last, subscribed_at desc, id desc)
  include (tenant_id, ended, arrived, troubled);
