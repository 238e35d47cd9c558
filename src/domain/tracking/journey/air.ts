import type { ModeProfile } from './profile.ts';

/** Milestones of air cargo: the status codes of Cargo-IMP FSU messages and of ONE Record. */
export const airMilestones = {
  booked: 'BKD',
  doorPickedUp: 'DPU',
  onHand: 'FOH',
  accepted: 'RCS',
  prepared: 'PRE',
  manifested: 'MAN',
  departed: 'DEP',
  arrived: 'ARR',
  receivedFromFlight: 'RCF',
  intoWarehouse: 'FIW',
  outOfWarehouse: 'FOW',
  documentsInHand: 'DOC',
  documentsReceived: 'AWR',
  documentsDelivered: 'AWD',
  notified: 'NFD',
  customsCleared: 'CCD',
  customsHeld: 'CRC',
  transferred: 'TFD',
  receivedInTransfer: 'RCT',
  toTransfer: 'TRM',
  discrepancy: 'DIS',
  doorDelivered: 'DDL',
  delivered: 'DLV',
} as const;

const a = airMilestones;

/** Air cargo: a consignment with an air waybill, whose pieces may travel on several flights. */
export const airProfile: ModeProfile = {
  mode: 'air',
  stages: [
    {
      kind: 'origin',
      place: 'start',
      milestones: [a.booked, a.doorPickedUp, a.onHand, a.documentsInHand, a.accepted, a.prepared, a.manifested],
    },
    { kind: 'main', place: 'start', milestones: [a.departed] },
    {
      kind: 'transhipment',
      place: 'transfer',
      milestones: [
        a.arrived,
        a.receivedFromFlight,
        a.intoWarehouse,
        a.outOfWarehouse,
        a.toTransfer,
        a.transferred,
        a.receivedInTransfer,
        a.manifested,
        a.departed,
      ],
    },
    {
      kind: 'destination',
      place: 'end',
      milestones: [
        a.arrived,
        a.receivedFromFlight,
        a.intoWarehouse,
        a.documentsReceived,
        a.notified,
        a.customsHeld,
        a.customsCleared,
        a.documentsDelivered,
      ],
    },
    { kind: 'delivery', place: 'end', milestones: [a.delivered, a.doorDelivered] },
  ],
  ahead: [a.booked],
  backbone: [a.booked, a.accepted, a.departed, a.arrived, a.receivedFromFlight, a.notified, a.delivered],
  departed: a.departed,
  arrived: a.arrived,
  completed: a.delivered,
};
