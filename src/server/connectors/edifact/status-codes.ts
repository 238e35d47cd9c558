import { landMilestones } from '#domain/tracking/milestone-order.ts';
import { milestones } from '#domain/tracking/model.ts';
import type { Classifier, EmptyIndicator, TransportMode } from '../dcsa/codes.ts';
import type { NoticeKind } from './notice.ts';

/** What a status means. */
export type StatusMeaning = {
  kind: NoticeKind;
  code: string;
  empty?: EmptyIndicator;
  mode?: TransportMode;
  documentType?: string;
  isTranshipment?: boolean;
  classifier?: Classifier;
};

export const container = (code: string, more: Partial<StatusMeaning> = {}): StatusMeaning => ({
  kind: 'EQUIPMENT',
  code,
  ...more,
});
export const ship = (code: string, more: Partial<StatusMeaning> = {}): StatusMeaning => ({
  kind: 'TRANSPORT',
  code,
  ...more,
});
export const paper = (code: string, documentType: string): StatusMeaning => ({ kind: 'SHIPMENT', code, documentType });
const own = (code: string): StatusMeaning => ({ kind: 'OWN', code });

/** Status codes of Recommendation 24 (the code list of STS) that mean a step on the way of a container. */
const recommended: Readonly<Record<string, StatusMeaning>> = {
  '1': ship('ARRI'),
  '8': paper('RELS', 'CUS'),
  '9': paper('RELS', 'CUS'),
  '12': paper('RELS', 'CUS'),
  '13': container('PICK'),
  '17': paper('HOLD', 'CUS'),
  '24': ship('DEPA'),
  '26': container('DISC', { mode: 'RAIL' }),
  '28': container('STRP'),
  '29': container('DISC'),
  '48': container('LOAD'),
  '59': container('DISC'),
  '70': container('LOAD', { mode: 'RAIL' }),
  '79': container('LOAD'),
  '93': container('STUF'),
  '94': container('STUF'),
  '127': ship('DEPA'),
  '229': paper('HOLD', 'CUS'),
  '232': paper('HOLD', 'CUS'),
  '346': container('DISC'),
  '371': container('STRP'),
  '372': container('STUF'),
  '379': paper('RELS', 'SRM'),
};

/** The highest number of the list in its sixth revision. */
const maxRecommended = 379;

/** Shipment status codes that ocean carriers and their portals use. */
const oceanCodes: Readonly<Record<string, StatusMeaning>> = {
  A: ship('ARRI'),
  AE: container('LOAD'),
  AF: container('PICK'),
  AL: container('LOAD', { mode: 'RAIL' }),
  AM: container('LOAD', { mode: 'TRUCK' }),
  AO: container('LOAD', { mode: 'BARGE' }),
  AP: container('LOAD'),
  AR: ship('ARRI', { mode: 'RAIL' }),
  AV: paper('RELS', 'SRM'),
  C: ship('DEPA', { classifier: 'EST' }),
  CT: paper('RELS', 'CUS'),
  CU: paper('RELS', 'CUS'),
  E: ship('ARRI', { classifier: 'EST' }),
  EE: container('PICK', { empty: 'EMPTY' }),
  I: container('GTIN'),
  OA: container('GTOT'),
  P: ship('DEPA'),
  PA: paper('HOLD', 'CUS'),
  PB: paper('HOLD', 'CUS'),
  PC: paper('HOLD', 'CUS'),
  PD: paper('HOLD', 'CUS'),
  RD: container('DROP', { empty: 'EMPTY' }),
  RL: ship('DEPA', { mode: 'RAIL' }),
  UR: container('DISC', { mode: 'RAIL' }),
  UV: container('DISC'),
  VA: ship('ARRI', { mode: 'VESSEL' }),
  VD: ship('DEPA', { mode: 'VESSEL' }),
};

/** Codes of the carriers' standard, which some senders use in STS as well. */
const carrierCodes: Readonly<Record<string, StatusMeaning>> = {
  GTIN: container('GTIN'),
  GTOT: container('GTOT'),
  LOAD: container('LOAD'),
  DISC: container('DISC'),
  STUF: container('STUF'),
  STRP: container('STRP'),
  PICK: container('PICK'),
  DROP: container('DROP'),
  INSP: container('INSP'),
  ARRI: ship('ARRI'),
  DEPA: ship('DEPA'),
};

/** Our own milestones, which need no interpretation. */
const ownCodes: ReadonlySet<string> = new Set([...Object.values(milestones), ...Object.values(landMilestones)]);

/** Codes that are known and mean no step of a container: delays, bookings, papers. */
const silent: ReadonlySet<string> = new Set([
  ...Array.from({ length: maxRecommended }, (_, index) => String(index + 1)),
  ...'D NF FT FP BC CR CA AG AD X9'.split(' '),
]);

/** Code lists by the agency that a status names (element 3055); a code of any other list means nothing here. */
const listsOfAgencies: ReadonlyMap<string, Readonly<Record<string, StatusMeaning>>> = new Map([
  ['6', recommended],
  ['116', oceanCodes],
  // The agreement of carriers on their systems (US, ISA).
  ['22', oceanCodes],
  // A carrier that writes the codes of ocean carriers under a name of its own.
  ['HS', oceanCodes],
]);

/** Categories of a status (element 9015) that are not about transport. */
const otherCategories: ReadonlySet<string> = new Set(Array.from({ length: 16 }, (_, index) => String(index + 2)));

/** Whether a category says that the status is about something else than transport. */
export const isOtherCategory = (category: string | null): boolean => category !== null && otherCategories.has(category);

/** Whether a word is one of our own milestones, which systems of ours write beside the code. */
export const ownMeaning = (word: string): StatusMeaning | undefined => (ownCodes.has(word) ? own(word) : undefined);

/** Whether a code is known and means no step of a container. */
export const isSilent = (code: string): boolean => silent.has(code);

/** Meaning of a code that names no list. */
export function meaningOfCode(code: string): StatusMeaning | undefined {
  if (ownCodes.has(code) && carrierCodes[code] === undefined) return own(code);
  return oceanCodes[code] ?? recommended[code] ?? carrierCodes[code];
}

/** Whether a list is known by its agency, and what a code means there. */
export function meaningInList(
  code: string,
  list: { name: string | null; agency: string | null },
): { isKnown: boolean; meaning?: StatusMeaning | undefined } {
  const codes = list.name === null ? listsOfAgencies.get(list.agency ?? '') : undefined;
  if (codes === undefined) return { isKnown: false };
  const meaning = Object.hasOwn(codes, code) ? codes[code] : undefined;
  return { isKnown: meaning !== undefined || (codes === recommended && silent.has(code)), meaning };
}

/** The code we write for each milestone: what other systems know best; the milestone itself stands beside it in words. */
export const writtenCodes: Readonly<Record<string, string>> = {
  [milestones.emptyPickUp]: 'EE',
  [milestones.gateIn]: 'I',
  [milestones.customsRelease]: 'CT',
  [milestones.loaded]: 'AE',
  [milestones.departed]: 'VD',
  [milestones.transhipmentArrived]: 'VA',
  [milestones.transhipmentDischarged]: 'UV',
  [milestones.transhipmentLoaded]: 'AE',
  [milestones.transhipmentDeparted]: 'VD',
  [milestones.arrived]: 'VA',
  [milestones.discharged]: 'UV',
  [milestones.customsHold]: 'PA',
  [milestones.available]: 'AV',
  [milestones.gateOutFull]: 'OA',
  [milestones.stripping]: '28',
  [milestones.emptyReturn]: 'RD',
  [landMilestones.preCarriageLoaded]: 'AL',
  [landMilestones.preCarriageDeparted]: 'RL',
  [landMilestones.preCarriageArrived]: 'AR',
  [landMilestones.preCarriageDischarged]: 'UR',
  [landMilestones.onCarriageLoaded]: 'AL',
  [landMilestones.onCarriageDeparted]: 'RL',
  [landMilestones.onCarriageArrived]: 'AR',
  [landMilestones.onCarriageDischarged]: 'UR',
  [landMilestones.importRelease]: 'CT',
};

/** Whether a milestone is one that a ship makes at its beginning: what is expected of it is a departure. */
export const isDeparture = (milestone: string): boolean =>
  ['DLPT', 'TSDP', 'LOBD', 'TSLB', 'STSP', 'STCS', 'PCDP', 'PCLD', 'OCDP', 'OCLD'].includes(milestone);
