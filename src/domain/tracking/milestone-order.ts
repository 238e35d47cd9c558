import { milestones } from './model.ts';

/** Part of the voyage a milestone belongs to on the timeline. */
export type StageKind = 'origin' | 'sea' | 'transhipment' | 'destination' | 'inland';

/** Milestones of each part in the order a box normally passes them. */
export const stageMilestones: Readonly<Record<StageKind, readonly string[]>> = {
  origin: [
    milestones.emptyPickUp,
    milestones.stuffing,
    milestones.gateIn,
    milestones.customsRelease,
    milestones.terminalRelease,
    milestones.loaded,
  ],
  sea: [milestones.departed],
  transhipment: [
    milestones.transhipmentArrived,
    milestones.transhipmentDischarged,
    milestones.transhipmentLoaded,
    milestones.transhipmentDeparted,
  ],
  destination: [
    milestones.arrived,
    milestones.berthed,
    milestones.discharged,
    milestones.customsHold,
    milestones.inspection,
    milestones.available,
  ],
  inland: [milestones.gateOutFull, milestones.stripping, milestones.emptyReturn],
};

/** Milestones that every box by sea passes; a later one that happened proves the earlier ones. */
export const backbone: readonly string[] = [
  milestones.emptyPickUp,
  milestones.gateIn,
  milestones.loaded,
  milestones.departed,
  milestones.arrived,
  milestones.discharged,
  milestones.gateOutFull,
  milestones.emptyReturn,
];

/** The part of the voyage a milestone belongs to by its code alone; undefined for codes of other modes. */
export function stageOf(statusCode: string): StageKind | undefined {
  return (Object.keys(stageMilestones) as StageKind[]).find((kind) => stageMilestones[kind].includes(statusCode));
}
