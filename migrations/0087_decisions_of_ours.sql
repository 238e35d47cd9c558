-- What is shown otherwise because of a decision of ours (a mapped port, the precedence, an expert value, a parser) is no news.
alter table shipment_change add column corrected boolean not null default false;

-- By which decisions (rules, precedence, master data, release) a subscription was judged last; null = by those of an earlier
-- release. Where they have changed since, what follows from that alone is settled first and nobody is told.
alter table subscription add column judged_by text collate "C";
