import type { Messages } from '../messages.ts';
import type { whatIf as zh } from '../zh/what-if.ts';

/** Texts of the comparison with other sailings. */
export const whatIf: Messages<typeof zh> = {
  open: 'Compare other sailings',
  title: '{{reference}}: what if it took another sailing',
  underWay:
    'The last vessel has left, so the vessel can no longer be changed. The table shows the order lines as they are.',
  unknown: 'No source says the ports of loading and discharge, so other sailings cannot be found.',
  none: 'There is no other sailing in the next five weeks.',
  asBooked: 'As booked',
  vessel: 'Vessel / voyage',
  carrier: 'Carrier',
  departs: 'Departs',
  cutOff: 'Cargo cut-off',
  arrives: 'Arrives in {{port}}',
  later: '{{days}} {{days, plural(one: day; other: days)}} later',
  earlier: '{{days}} {{days, plural(one: day; other: days)}} earlier',
  sameDay: 'same day',
  change: 'change in {{port}}',
  cost: 'Freight for all containers (USD)',
  spot: 'spot price',
  agreed: 'agreed price',
  dearer: 'costs {{amount}} more',
  cheaper: 'saves {{amount}}',
  noPrice: 'no price',
  space: 'Space',
  spaceOf: { OPEN: 'Open', LIMITED: 'Limited', SOLD_OUT: 'Sold out' },
  unquoted: 'not quoted',
  line: '{{order}}, line {{line}}',
  promised: 'promised {{day}}',
  daysLate: '{{days}} {{days, plural(one: day; other: days)}} late',
  daysEarly: '{{days}} {{days, plural(one: day; other: days)}} early',
  onDay: 'on the day',
  noLines: 'No order line uses this shipment.',
  chooseShipment: 'Choose a shipment',
};
