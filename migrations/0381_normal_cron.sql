-- The normal form of cron expressions (seven fields, Sunday = 1) beside what people wrote. Of rows of earlier versions a chore fills it.
alter table schedule add column cron_normal text collate "C";
alter table package_version add column cron_normal text collate "C";
alter table package_version_package add column cron_normal text collate "C";
create index schedule_cron_written on schedule (id) where own_cron <> '' and cron_normal is null;
create index package_version_cron_written on package_version (id) where cron_expression <> '' and cron_normal is null;
create index package_version_package_cron_written on package_version_package (id) where cron_expression <> '' and cron_normal is null;
