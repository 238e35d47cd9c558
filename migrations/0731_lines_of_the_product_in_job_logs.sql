-- What the product itself writes into the log of a job is a code of its texts with parameters, shown in the language of the reader.
-- `message` has it in both languages, for the search.
alter table job_log add column says jsonb;
