-- A number at the carrier is unique within a tenant: that another tenant names it neither refuses nor replaces a booking.
-- Numbers that an order system named are told apart from those that the carrier gave to a request of ours: only the latter prove whose they are.
alter table booking_record add ref_named boolean not null default false;
update booking_record b set ref_named = true
where request_ref is not null and request_no is not null
  and not exists (select from booking_event e where e.booking_id = b.id and e.kind = 'submit');
drop index booking_record_request;
create unique index booking_record_request on booking_record (tenant_id, carrier_code, request_ref) where request_ref is not null;
create index booking_record_reference on booking_record (carrier_code, request_ref) where request_ref is not null;
