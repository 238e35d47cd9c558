import type { Messages } from '../messages.ts';
import type { refusals as zh } from '../zh/refusals.ts';

/** Data of all sources that was not taken. */
export const refusals: Messages<typeof zh> = {
  title: 'Refused data',
  empty: 'Nothing was refused in this time.',
  view: 'Details',
  unknownSource: 'Unknown sender',
  total: '{{count}} refused in all',
  noItem: 'There are no details.',
  newest: 'Newest pieces',
  openShipment: 'Subscription',
  openMessage: 'Message',
  days: { '1': 'Last day', '7': 'Last 7 days', '30': 'Last 30 days', '90': 'Last 90 days' },
  way: {
    pull: 'Asked for',
    push: 'Pushed',
    rpa: 'Robot',
    feed: 'Order system',
    edi: 'EDI',
    ais: 'AIS',
    vehicle: 'Vehicles',
  },
  field: { days: 'Time', way: 'How it came', sourceCode: 'Source', reason: 'Reason' },
  column: {
    sourceName: 'Source',
    way: 'How it came',
    reason: 'Reason',
    count: 'Refused',
    lastTime: 'Latest',
  },
  item: { time: 'Time', count: 'Count', text: 'Reason', subject: 'Reference', sample: 'As received' },
};
