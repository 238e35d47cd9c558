-- Bookings whose ship had left when they were handed over were never followed: their carriers are asked once more.
update booking_record set next_ask_at = 'epoch'
where state = 'completed' and subscription_id is null and bill_no is not null
  and changed_at > (select max(changed_at) from booking_record) - interval '60 days';
