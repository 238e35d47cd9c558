-- Messages of which nothing could be kept, and what comes too fast to keep one by one: counted by the hour.
create table refusal_tally (
  hour             timestamptz not null,
  -- Absent: nobody can say whose it was.
  tenant_id        bigint references tenant (id),
  source_id        bigint references source (id),
  -- Whoever sent it where that is no source: a receiver of positions, for example; empty: nobody known.
  sender           text collate "C" not null,
  via              text not null,
  reason           text collate "C" not null,
  -- Where in the message; empty: the message as a whole.
  field            text not null,
  n                bigint not null,
  last_at          timestamptz not null,
  sample           text
);
create unique index refusal_tally_once
  on refusal_tally (hour, via, reason, field, sender, coalesce(source_id, 0), coalesce(tenant_id, 0));

-- Refusals of the last days are counted on a screen.
create index refusal_at on refusal (at desc, id desc);

-- Robots ask what is due every few seconds: looked up source by source, in the order of the plan.
create index subscription_source_robot on subscription_source (source_id, next_pull_at, id) where next_pull_at is not null;
