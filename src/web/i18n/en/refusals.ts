import type { Messages } from '../messages.ts';
import type { refusals as zh } from '../zh/refusals.ts';

/** Data of all sources that was not taken. */
export const refusals: Messages<typeof zh> = {
  view: 'Details',
  total: '{{count}} refused in total',
  noItem: 'No details.',
  newest: 'Latest items',
  openShipment: 'Subscription',
  openMessage: 'Message',
  item: { time: 'Time', count: 'Count', text: 'Reason', subject: 'Reference or plate', sample: 'As received' },
};
