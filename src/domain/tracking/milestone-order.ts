import { keysOf } from '#shared/values/objects.ts';
import { milestones, type MilestoneCode } from './model.ts';

/** Milestones on land that sources with finer codes tell: customs per direction, carriage before and after the sea. */
export const landMilestones = {
  preCarriageLoaded: 'PCLD',
  preCarriageDeparted: 'PCDP',
  preCarriageArrived: 'PCAR',
  preCarriageDischarged: 'PCDC',
  exportDeclared: 'EXDC',
  exportInspection: 'EXIN',
  exportHold: 'EXHO',
  importDeclared: 'IMDC',
  importRelease: 'IMPR',
  availableForDropOff: 'AVDO',
  onCarriageLoaded: 'OCLD',
  onCarriageDeparted: 'OCDP',
  onCarriageArrived: 'OCAR',
  onCarriageDischarged: 'OCDC',
} as const;
export type LandMilestoneCode = (typeof landMilestones)[keyof typeof landMilestones];

/** Whether a code is a milestone by sea. */
export const isSeaMilestone = (code: string): code is MilestoneCode | LandMilestoneCode =>
  [...Object.values<string>(milestones), ...Object.values<string>(landMilestones)].includes(code);

/** Part of the voyage a milestone belongs to on the timeline. */
export type StageKind = 'origin' | 'sea' | 'transhipment' | 'destination' | 'inland';

/** Milestones of each part in the order a container normally passes them. */
export const stageMilestones: Readonly<Record<StageKind, readonly string[]>> = {
  origin: [
    milestones.emptyPickUp,
    milestones.stuffing,
    landMilestones.preCarriageLoaded,
    landMilestones.preCarriageDeparted,
    landMilestones.preCarriageArrived,
    landMilestones.preCarriageDischarged,
    milestones.gateIn,
    landMilestones.exportDeclared,
    landMilestones.exportInspection,
    landMilestones.exportHold,
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
    landMilestones.importDeclared,
    milestones.customsHold,
    milestones.inspection,
    landMilestones.importRelease,
    milestones.available,
  ],
  inland: [
    milestones.gateOutFull,
    landMilestones.onCarriageLoaded,
    landMilestones.onCarriageDeparted,
    landMilestones.onCarriageArrived,
    landMilestones.onCarriageDischarged,
    milestones.stripping,
    landMilestones.availableForDropOff,
    milestones.emptyReturn,
  ],
};

/** What offices decide and what may be known ahead: it has no fixed place among the moves of a container. */
export const papers: ReadonlySet<string> = new Set([
  milestones.customsRelease,
  milestones.terminalRelease,
  milestones.customsHold,
  milestones.inspection,
  landMilestones.exportDeclared,
  landMilestones.exportInspection,
  landMilestones.exportHold,
  landMilestones.importDeclared,
  landMilestones.importRelease,
  landMilestones.availableForDropOff,
]);

/** Place of each milestone of the sea among all, in the order a container passes them; those of transhipments come again at each port. */
export const moveOrder: ReadonlyMap<string, number> = new Map(
  Object.values(stageMilestones)
    .flat()
    .map((statusCode, index) => [statusCode, index]),
);

/** Milestones that every container by sea passes; a later one that happened proves the earlier ones. */
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

/** Whether a status is no code but what a carrier writes, as moves have that nobody has given a milestone. */
export const isWords = (statusCode: string): boolean => !/^[A-Z]{3,4}$/.test(statusCode);

/** The part of the voyage a milestone belongs to by its code alone; undefined for codes of other modes. */
export function stageOf(statusCode: string): StageKind | undefined {
  return keysOf(stageMilestones).find((kind) => stageMilestones[kind].includes(statusCode));
}
