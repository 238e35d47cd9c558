import type { Messages } from '../messages.ts';
import type { refusals as zh } from '../zh/refusals.ts';

/** Data of all sources that was not taken. */
export const refusals: Messages<typeof zh> = {
  title: 'Refused data',
  empty: 'Nothing was refused in this period.',
  view: 'Details',
  unknownSource: 'Unknown sender',
  total: '{{count}} refused in total',
  noItem: 'No details.',
  newest: 'Latest items',
  openShipment: 'Subscription',
  openMessage: 'Message',
  days: { '1': 'Last day', '7': 'Last 7 days', '30': 'Last 30 days', '90': 'Last 90 days' },
  way: {
    pull: 'Pulled',
    push: 'Pushed',
    rpa: 'Robot',
    feed: 'Order system',
    edi: 'EDI',
    ais: 'AIS',
    vehicle: 'Vehicles',
  },
  field: { days: 'Time', way: 'Channel', sourceCode: 'Source', reason: 'Reason' },
  column: {
    sourceName: 'Source',
    way: 'Channel',
    reason: 'Reason',
    count: 'Refused',
    lastTime: 'Latest',
  },
  item: { time: 'Time', count: 'Count', text: 'Reason', subject: 'Reference or plate', sample: 'As received' },
};
