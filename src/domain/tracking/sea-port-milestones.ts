import { milestones } from './model.ts';

/** What happens to a container between two ships. */
export const transhipmentMilestones = [
  milestones.transhipmentArrived,
  milestones.transhipmentDischarged,
  milestones.transhipmentLoaded,
  milestones.transhipmentDeparted,
] as const;

/** Moves that happen at a sea port, in their order; gates, stuffing and returns may be at inland depots. */
export const seaPortMilestones = [
  milestones.loaded,
  milestones.departed,
  ...transhipmentMilestones,
  milestones.arrived,
  milestones.berthed,
  milestones.discharged,
] as const;
