-- When a source answered a question about a subscription for the first time: what was known before may be a part only.
alter table subscription_source add column first_answer_at timestamptz;
-- Earlier subscriptions: as if they had been answered at once, so that nothing is judged otherwise.
update subscription_source t set first_answer_at = s.created_at
  from subscription s where s.id = t.subscription_id and t.last_success_at is not null;
