import type { ModeProfile } from './profile.ts';

/** Milestones of a parcel: what a scan says, whichever courier made it. */
export const courierMilestones = {
  announced: 'XAN',
  pickedUp: 'XPU',
  departed: 'XDP',
  arrived: 'XAR',
  inTransit: 'XIT',
  delayed: 'XEX',
  customsStarted: 'XCS',
  customsCleared: 'XCC',
  outForDelivery: 'XOD',
  notAtHome: 'XNH',
  badAddress: 'XBA',
  refused: 'XRF',
  available: 'XAV',
  delivered: 'XDL',
  damaged: 'XDM',
  lost: 'XLO',
  returning: 'XRT',
} as const;

const c = courierMilestones;

/** A parcel with a courier. */
export const courierProfile: ModeProfile = {
  mode: 'courier',
  stages: [
    { kind: 'origin', place: 'start', milestones: [c.announced, c.pickedUp, c.arrived, c.inTransit, c.departed] },
    {
      kind: 'transhipment',
      place: 'transfer',
      milestones: [
        c.arrived,
        c.inTransit,
        c.delayed,
        c.customsStarted,
        c.customsCleared,
        c.departed,
        c.damaged,
        c.lost,
        c.returning,
      ],
    },
    {
      kind: 'destination',
      place: 'end',
      milestones: [c.arrived, c.customsStarted, c.customsCleared, c.available],
    },
    {
      kind: 'delivery',
      place: 'end',
      milestones: [c.outForDelivery, c.notAtHome, c.badAddress, c.refused, c.delivered],
    },
  ],
  backbone: [c.pickedUp, c.departed, c.arrived, c.outForDelivery, c.delivered],
  departed: c.departed,
  arrived: c.arrived,
  completed: c.delivered,
};

/** Where a parcel is in the words that all couriers share. */
export type MainState =
  | 'announced'
  | 'transit'
  | 'delivery'
  | 'pickup'
  | 'failed'
  | 'delivered'
  | 'exception'
  | 'expired';

const mainOf: Readonly<Record<string, MainState>> = {
  [c.announced]: 'announced',
  [c.outForDelivery]: 'delivery',
  [c.available]: 'pickup',
  [c.notAtHome]: 'failed',
  [c.badAddress]: 'failed',
  [c.refused]: 'failed',
  [c.delivered]: 'delivered',
  [c.delayed]: 'exception',
  [c.damaged]: 'exception',
  [c.lost]: 'exception',
  [c.returning]: 'exception',
};

/** The main state of a parcel after a scan. */
export const mainStateOf = (statusCode: string): MainState => mainOf[statusCode] ?? 'transit';
