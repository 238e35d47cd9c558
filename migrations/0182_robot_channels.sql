-- What robots bring is of self-service only where the subscription is: other bookings are theirs to compare and to copy arrivals from.
update source set channel = 'SHIPPING_TRACKING' where protocol = 'rpa' and channel = 'SHIPPING_TRACKING_WALI';
update shipment b set channel = 'SHIPPING_TRACKING' from subscription s
  where s.id = b.subscription_id and not b.fused and b.source_type = 'RPA' and b.channel = 'SHIPPING_TRACKING_WALI'
    and s.channel <> 'SHIPPING_TRACKING_WALI';
