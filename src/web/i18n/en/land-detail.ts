import type { Messages } from '#web/i18n/messages.ts';
import type { landDetail as zh } from '../zh/land-detail.ts';

/** What the traces by rail, road and courier show besides. */
export const landDetail: Messages<typeof zh> = {
  line: {
    title: 'Rail journey and stays at borders',
    station: 'Station',
    border: 'border',
    stay: 'Stay',
    gauge: 'Gauge change',
    run: 'In transit',
    hours: '{{count}} h',
    against: '{{count}} h, planned {{planned}} h',
    planned: 'planned {{count}} h',
    railway: 'Railway time ({{clock}})',
    beijing: 'Beijing',
    moscow: 'Moscow',
  },
  scans: {
    title: 'Scans',
    time: 'Time',
    place: 'Place',
    state: 'Sub state',
    code: 'Courier code',
    none: 'No scan yet',
  },
  promise: {
    title: 'Promised delivery',
    service: 'Service',
    by: 'Promised by',
    expected: 'Expected',
    done: 'Delivered',
    none: 'The courier states no promised delivery time',
    kept: 'Delivered as promised',
    late: 'Delivered later than promised',
    willBeLate: 'Past the promise, or expected after it',
  },
  main: {
    announced: 'Info received',
    transit: 'In transit',
    delivery: 'Out for delivery',
    pickup: 'Available for pick-up',
    failed: 'Failed attempt',
    delivered: 'Delivered',
    exception: 'Exception',
    expired: 'Expired',
  },
  drive: {
    title: 'Truck route',
    stays: 'Site entries, exits and dwell',
    noDevice: "Truck {{plate}} has no connected device: only the haulier's times are shown.",
  },
};
