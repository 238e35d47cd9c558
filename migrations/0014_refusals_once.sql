-- An answer that is read again must not refuse the same piece again: looked up per subscription.
create index refusal_subscription on refusal (subscription_id, source_id) where subscription_id is not null;
