-- Overdue targets are walked through part by part, in the order of this index; many may be due at the same time.
drop index subscription_source_due;
create index subscription_source_due on subscription_source (next_pull_at, id) where next_pull_at is not null;
