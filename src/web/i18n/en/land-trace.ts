import type { Messages } from '#web/i18n/messages.ts';
import type { landTrace as zh } from '../zh/land-trace.ts';

/** The lists of tracking by rail, road and courier. */
export const landTrace: Messages<typeof zh> = {
  open: 'Open shipment',
  add: 'Add tracking',
  train: {
    title: 'Track rail shipments',
    hint: 'One container, wagon (8 digits) or waybill per line; up to {{max}} at a time.',
    numbers: 'Containers, wagons or waybills',
  },
  vehicle: {
    title: 'Track trucks and orders',
    hint: 'One plate or order number per line; up to {{max}} at a time.',
    numbers: 'Plates or order numbers',
  },
  express: {
    title: 'Track parcels',
    hint: 'One waybill per line, up to {{max}} at a time; the number determines the courier.',
    numbers: 'Parcel waybills',
  },
  subscribe: 'Track {{count}}',
  created: '{{count}} {{count, plural(one: shipment is; other: shipments are)}} tracked now',
  failed: 'Subscribing failed',
};
