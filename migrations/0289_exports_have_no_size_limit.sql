-- Archives of any size can be written now: the message for those that were too large is gone.
update export_job set problem = 'export.failed' where problem = 'export.tooLarge';
