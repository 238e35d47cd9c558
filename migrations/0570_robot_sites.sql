-- Sites of carriers that packages of the product collect from: whether their terms allow it, how they are asked, and whether they refused.
create table robot_site (
  carrier_code       text collate "C" primary key,
  package_id         bigint not null unique references package (id) on delete cascade,
  -- The newest version of the product's package that was installed.
  installed_version  integer not null default 0,
  -- Between two calls.
  pause_ms           integer not null check (pause_ms between 0 and 600000),
  -- An address at which the site reaches who runs the robots.
  contact            text,
  -- Who has confirmed that the terms of the site allow robots; without it no job is started.
  confirmed_by       text,
  confirmed_at       timestamptz,
  -- The last refusal: until when nothing is asked, by the machine's time, and how the site refused which job.
  stopped_at         timestamptz,
  stopped_until      timestamptz,
  stop_code          text collate "C",
  stop_job_id        bigint,
  -- Pages that cannot be read any more as those before them: the first one, and the last one that was read.
  changed_at         timestamptz,
  changed_answer_id  bigint references robot_answer (id) on delete set null,
  read_answer_id     bigint references robot_answer (id) on delete set null
);

create index robot_site_changed on robot_site (changed_answer_id) where changed_answer_id is not null;
create index robot_site_read on robot_site (read_answer_id) where read_answer_id is not null;

-- A version that came with the product and that nobody has changed.
alter table package_version add column shipped boolean not null default false;

alter table notification drop constraint notification_kind_check;
alter table notification add constraint notification_kind_check
  check (kind in ('job', 'exception', 'test', 'sailing', 'flight', 'risk', 'event', 'handover', 'site'));
