-- The document of the same sender that a message takes back as a whole.
alter table edi_message add column withdraws_no text collate "C";
create index edi_message_withdraws on edi_message (withdraws_no, sender) where withdraws_no is not null;
create index edi_message_document on edi_message (document_no, sender) where document_no is not null;
