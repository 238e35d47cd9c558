-- KMTC's page asks another address now, which the newer package of the carrier speaks to.
update source set base_url = 'https://api.ekmtc.com'
where protocol = 'rpa' and carrier_code = 'KMD' and base_url = 'http://www.ekmtc.com';

-- What a stored row had in common with others before a row of a file moves it away: it is in nobody's way there any more.
alter table import_row add column contest_left text collate "C";
create index import_row_contest_left on import_row (run_id, contest_left, row_no) where contest_left is not null;
