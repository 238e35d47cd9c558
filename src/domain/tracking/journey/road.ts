import type { AlarmKind } from '../../network/vehicle/alarms.ts';
import type { ModeProfile } from './profile.ts';

/** Milestones of a load on a truck. */
export const roadMilestones = {
  ordered: 'VOR',
  loaded: 'VLD',
  left: 'VDP',
  offRoute: 'VOF',
  backOnRoute: 'VON',
  outOfRange: 'VTX',
  inRange: 'VTN',
  deviceInDoubt: 'VDD',
  deviceChecked: 'VDC',
  reached: 'VAR',
  unloaded: 'VUN',
  signed: 'VSG',
} as const;

/** Alarms of the device of a truck that the shipments on it are notified of; the others are about the device or its wear. */
export const alarmMilestones = {
  emergency: 'VQE',
  collision: 'VQC',
  rollover: 'VQR',
  theft: 'VQI',
  moved: 'VQM',
  doorOpened: 'VQD',
  tampered: 'VQT',
  jammed: 'VQJ',
  powerCut: 'VQP',
  overspeed: 'VQS',
  fatigue: 'VQF',
} as const satisfies Partial<Record<AlarmKind, string>>;

const v = roadMilestones;

/** A load on a truck: stop by stop, each with the moments at which the truck came into its fence and left it. */
export const roadProfile: ModeProfile = {
  mode: 'road',
  stages: [
    { kind: 'origin', place: 'start', milestones: [v.ordered, v.reached, v.loaded, v.left] },
    {
      kind: 'transhipment',
      place: 'transfer',
      milestones: [
        v.reached,
        v.offRoute,
        v.backOnRoute,
        v.outOfRange,
        v.inRange,
        v.deviceInDoubt,
        v.deviceChecked,
        ...Object.values(alarmMilestones),
        v.loaded,
        v.left,
      ],
      unexpected: [v.loaded],
    },
    { kind: 'destination', place: 'end', milestones: [v.reached, v.unloaded] },
    { kind: 'delivery', place: 'end', milestones: [v.signed] },
  ],
  backbone: [v.ordered, v.loaded, v.left, v.reached, v.unloaded, v.signed],
  departed: v.left,
  arrived: v.reached,
  completed: v.signed,
};
