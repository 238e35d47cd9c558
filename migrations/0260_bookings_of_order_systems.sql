-- Bookings that a tenant's order system hands over: its number for them, once each, and the order they are for.
alter table booking_record
  add request_no text collate "C",
  add order_no text collate "C";
create unique index booking_record_request_no on booking_record (tenant_id, request_no) where request_no is not null;
