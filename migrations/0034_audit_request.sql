-- Everything one call did.
create index audit_request on audit_log (request_id, at, id) where request_id is not null;
