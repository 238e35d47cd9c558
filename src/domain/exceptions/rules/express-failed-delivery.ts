import { courierMilestones as c } from '../../tracking/journey/courier.ts';
import { waitingRule } from '../waiting.ts';

/** A courier could not deliver a parcel. Silent once it is tried again, can be picked up, is delivered or goes back. */
export const expressFailedDelivery = waitingRule({
  code: 'EXPRESS_FAILED_DELIVERY',
  modes: ['courier'],
  severity: 'high',
  hours: 0,
  begins: [c.notAtHome, c.badAddress, c.refused],
  ends: [c.outForDelivery, c.available, c.delivered, c.returning],
  text: {
    zh: '{{sinceAt}} 在{{port}}派送失败，{{hours}}内未再次派送',
    en: 'Delivery failed at {{port}} on {{sinceAt}} and was not tried again for {{hours}}',
  },
});
