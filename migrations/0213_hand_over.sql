-- A hand-over of a shift is told to the next person, and mailed where a definition listens to it.
alter table notification drop constraint notification_kind_check;
alter table notification add constraint notification_kind_check
  check (kind in ('job', 'exception', 'test', 'sailing', 'flight', 'risk', 'event', 'handover'));
