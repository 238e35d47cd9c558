-- What rows of a file have in common that may contradict each other, as prices of the same thing do; null where nothing does.
alter table import_row add column contest_key text collate "C";
create index import_row_contest on import_row (run_id, contest_key, row_no) where contest_key is not null;
