-- Master data: places, carriers, vessels, statuses, dictionary, exception types.

create table md_country (
  code             text collate "C" primary key,
  name_cn          text not null,
  name_en          text not null
);

create table md_port (
  id               bigint generated always as identity primary key,
  code             text collate "C" not null unique,
  name             text not null,
  name_cn          text,
  description      text,
  country_code     text collate "C",
  lon              double precision,
  lat              double precision,
  zone             text,
  -- Lower-case text that pickers search: code, names, pinyin, initials.
  search_text      text not null,
  sort_key         text collate "C" not null,
  record_version   integer not null default 1
);
create index md_port_sort on md_port (sort_key);

create table md_port_alias (
  alias            text collate "C" primary key,
  port_code        text collate "C" not null references md_port (code) on update cascade,
  note             text
);

create table md_carrier (
  id               bigint generated always as identity primary key,
  code             text collate "C" not null unique,
  scac             text collate "C",
  name_en          text not null,
  name_cn          text,
  url_template     text,
  container_prefixes text[] not null default '{}',
  simulated        boolean not null default false,
  search_text      text not null,
  record_version   integer not null default 1
);

create table md_vessel (
  id               bigint generated always as identity primary key,
  imo              text collate "C" unique,
  mmsi             text collate "C",
  call_sign        text,
  name             text collate "C" not null,
  flag             text,
  carrier_code     text collate "C",
  teu              integer,
  length_m         double precision,
  beam_m           double precision,
  simulated        boolean not null default false,
  record_version   integer not null default 1
);
create index md_vessel_name on md_vessel (name text_pattern_ops);
create index md_vessel_mmsi on md_vessel (mmsi);

create table md_status (
  code             text collate "C" primary key,
  name_cn          text not null,
  name_en          text not null,
  stage_code       text not null,
  stage_name_cn    text not null,
  stage_name_en    text not null,
  stage_sequence   integer not null,
  status_sequence  integer not null
);

create table md_container_type (
  code             text collate "C" primary key,
  trade_name       text not null,
  name_cn          text not null,
  name_en          text not null
);

create table md_exception_type (
  code             text collate "C" primary key,
  name_cn          text not null,
  name_en          text not null,
  description_cn   text,
  description_en   text,
  source_code      text not null default 'AUTOTEST',
  severity         text not null default 'medium',
  enabled          boolean not null default true,
  record_version   integer not null default 1
);

create table md_code_type (
  id               bigint generated always as identity primary key,
  code_type        text collate "C" not null unique,
  code_name        text not null,
  code_name_en     text,
  record_version   integer not null default 1
);

create table md_code_dict (
  id               bigint generated always as identity primary key,
  code_type_id     bigint not null references md_code_type (id) on delete cascade,
  code_type        text collate "C" not null,
  code_value       text collate "C" not null,
  display_cn       text,
  display_en       text,
  sort             integer not null default 0,
  record_version   integer not null default 1,
  unique (code_type, code_value)
);
