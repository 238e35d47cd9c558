import type { Messages } from '#web/i18n/messages.ts';
import type { landDetail as zh } from '../zh/land-detail.ts';

/** What the traces by rail, road and courier show besides. */
export const landDetail: Messages<typeof zh> = {
  border: {
    title: 'Borders and change of gauge',
    station: 'Border station',
    arrived: 'Arrived',
    gauge: 'Change of gauge',
    left: 'Left',
    stay: 'Stay',
    local: 'Local time',
    railway: 'Railway time ({{clock}})',
    hours: '{{count}} h',
    beijing: 'Beijing',
    moscow: 'Moscow',
  },
  scans: {
    title: 'Scans',
    time: 'Time',
    place: 'Place',
    state: 'Sub state',
    code: 'Code of the courier',
    none: 'No scan yet',
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
    title: 'Way of the truck',
    stays: 'In and out of fences, and dwell',
    noDevice: 'Truck {{plate}} has no device that reports to us: only the times of the haulier are shown.',
  },
};
