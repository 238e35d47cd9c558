import type { ModeProfile } from './profile.ts';

/** Milestones of goods by rail. */
export const railMilestones = {
  accepted: 'RAC',
  loaded: 'RLD',
  departed: 'RDP',
  passed: 'RPS',
  arrived: 'RAR',
  borderReached: 'RBA',
  gaugeStarted: 'RGS',
  gaugeFinished: 'RGF',
  customsCleared: 'RCC',
  borderLeft: 'RBD',
  unloaded: 'RUN',
  handedOver: 'RHO',
} as const;

const r = railMilestones;

/** Goods in wagons: from the station of loading over borders, where the gauge may change, to the station of unloading. */
export const railProfile: ModeProfile = {
  mode: 'rail',
  stages: [
    { kind: 'origin', place: 'start', milestones: [r.accepted, r.loaded, r.departed] },
    {
      kind: 'border',
      place: 'transfer',
      milestones: [
        r.arrived,
        r.passed,
        r.borderReached,
        r.customsCleared,
        r.gaugeStarted,
        r.gaugeFinished,
        r.borderLeft,
        r.departed,
      ],
    },
    { kind: 'destination', place: 'end', milestones: [r.arrived, r.unloaded] },
    { kind: 'delivery', place: 'end', milestones: [r.handedOver] },
  ],
  backbone: [r.accepted, r.loaded, r.departed, r.arrived, r.unloaded, r.handedOver],
  departed: r.departed,
  arrived: r.arrived,
  completed: r.handedOver,
};
