-- Which vessels the last batches of AIS messages changed, so that who watches the fleet reads only those. A ring of 1024 places: a
-- number that is overwritten means that the whole fleet is read again.
create sequence ais_vessel_news_no;
create table ais_vessel_news (
  place            smallint primary key,
  change_no        bigint not null,
  mmsis            integer[] not null
);
