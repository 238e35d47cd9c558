-- When a request for space was last sent: one whose answer was never written down is not sent again by itself.
alter table booking_record add sent_at timestamptz;
