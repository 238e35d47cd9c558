import { milestones as m } from '../model.ts';
import type { ModeProfile } from './profile.ts';

/**
 * Containers by sea and river between ports of one country. The milestones are those of sea without customs and port
 * clearance; carriers deliver to the door, so that stuffing, release of the cargo and delivery are expected of everybody.
 */
export const domesticProfile: ModeProfile = {
  mode: 'domestic',
  stages: [
    { kind: 'origin', place: 'start', milestones: [m.emptyPickUp, m.stuffing, m.gateIn, m.loaded] },
    { kind: 'sea', place: 'start', milestones: [m.departed] },
    {
      kind: 'transhipment',
      place: 'transfer',
      milestones: [m.transhipmentArrived, m.transhipmentDischarged, m.transhipmentLoaded, m.transhipmentDeparted],
    },
    { kind: 'destination', place: 'end', milestones: [m.arrived, m.berthed, m.discharged, m.available] },
    { kind: 'delivery', place: 'end', milestones: [m.gateOutFull, m.stripping, m.emptyReturn] },
  ],
  backbone: [
    m.emptyPickUp,
    m.stuffing,
    m.gateIn,
    m.loaded,
    m.departed,
    m.transhipmentArrived,
    m.transhipmentDischarged,
    m.transhipmentLoaded,
    m.transhipmentDeparted,
    m.arrived,
    m.discharged,
    m.available,
    m.gateOutFull,
    m.stripping,
    m.emptyReturn,
  ],
  departed: m.departed,
  arrived: m.arrived,
  inTransfer: { departed: m.transhipmentDeparted, arrived: m.transhipmentArrived },
  completed: m.emptyReturn,
};
