-- How many workers were gone while they had a task: what they had together is claimed in ever smaller parts, so that one task that
-- ends its worker does not take the others along for ever.
alter table task add column lost_workers smallint not null default 0;
