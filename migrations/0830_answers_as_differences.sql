-- An answer of a source mostly repeats the one before: it is kept as its difference from an earlier one that is kept in full.
-- base_id has no foreign key: its check would need an index over all answers. Housekeeping keeps what differences refer to.
alter table raw_answer add column base_id bigint;
alter table raw_answer drop constraint raw_answer_encoding_check;
-- What is stored already is within the narrower check of before: no row is read.
alter table raw_answer add constraint raw_answer_encoding_check
  check (encoding in ('identity', 'deflate', 'zstd', 'difference')) not valid;
