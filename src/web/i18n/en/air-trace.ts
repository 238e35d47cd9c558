import type { Messages } from '#web/i18n/messages.ts';
import type { airTrace as zh } from '../zh/air-trace.ts';

/** The list of air tracking. */
export const airTrace: Messages<typeof zh> = {
  open: 'Open shipment',
  add: 'Add tracking',
  title: 'Track air waybills',
  hint: 'One air waybill per line, such as 784-12345675; up to {{max}} at a time.',
  waybills: 'Air waybills',
  subscribe: 'Track {{count}}',
  created: '{{count}} {{count, plural(one: waybill is; other: waybills are)}} tracked now',
  failed: 'Subscribing failed',
};
