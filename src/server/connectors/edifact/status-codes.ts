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

const box = (code: string, more: Partial<StatusMeaning> = {}): StatusMeaning => ({ kind: 'EQUIPMENT', code, ...more });
const ship = (code: string, more: Partial<StatusMeaning> = {}): StatusMeaning => ({ kind: 'TRANSPORT', code, ...more });
const paper = (code: string, documentType: string): StatusMeaning => ({ kind: 'SHIPMENT', code, documentType });
const own = (code: string): StatusMeaning => ({ kind: 'OWN', code });

/** Status codes of Recommendation 24 (the code list of STS) that mean a step on the way of a container. */
const recommended: Readonly<Record<string, StatusMeaning>> = {
  '1': ship('ARRI'),
  '8': paper('RELS', 'CUS'),
  '9': paper('RELS', 'CUS'),
  '12': paper('RELS', 'CUS'),
  '13': box('PICK'),
  '17': paper('HOLD', 'CUS'),
  '24': ship('DEPA'),
  '26': box('DISC', { mode: 'RAIL' }),
  '28': box('STRP'),
  '29': box('DISC'),
  '40': ship('ARRI'),
  '48': box('LOAD'),
  '59': box('DISC'),
  '70': box('LOAD', { mode: 'RAIL' }),
  '79': box('LOAD'),
  '93': box('STUF'),
  '94': box('STUF'),
  '127': ship('DEPA'),
  '229': paper('HOLD', 'CUS'),
  '232': paper('HOLD', 'CUS'),
  '346': box('DISC'),
  '371': box('STRP'),
  '372': box('STUF'),
  '379': paper('RELS', 'SRM'),
};

/** The highest number of the list in its sixth revision. */
const recommendedMost = 379;

/** Shipment status codes that ocean carriers and their portals use. */
const oceanCodes: Readonly<Record<string, StatusMeaning>> = {
  A: ship('ARRI'),
  AE: box('LOAD'),
  AF: box('PICK'),
  AL: box('LOAD', { mode: 'RAIL' }),
  AM: box('LOAD', { mode: 'TRUCK' }),
  AO: box('LOAD', { mode: 'BARGE' }),
  AP: box('LOAD'),
  AR: ship('ARRI', { mode: 'RAIL' }),
  AV: paper('RELS', 'SRM'),
  C: ship('DEPA', { classifier: 'EST' }),
  CT: paper('RELS', 'CUS'),
  CU: paper('RELS', 'CUS'),
  E: ship('ARRI', { classifier: 'EST' }),
  EE: box('PICK', { empty: 'EMPTY' }),
  I: box('GTIN'),
  OA: box('GTOT'),
  P: ship('DEPA'),
  PA: paper('HOLD', 'CUS'),
  PB: paper('HOLD', 'CUS'),
  PC: paper('HOLD', 'CUS'),
  PD: paper('HOLD', 'CUS'),
  RD: box('DROP', { empty: 'EMPTY' }),
  RL: ship('DEPA', { mode: 'RAIL' }),
  UR: box('DISC', { mode: 'RAIL' }),
  UV: box('DISC'),
  VA: ship('ARRI', { mode: 'VESSEL' }),
  VD: ship('DEPA', { mode: 'VESSEL' }),
};

/** Codes of the carriers' standard, which some senders use in STS as well. */
const carrierCodes: Readonly<Record<string, StatusMeaning>> = {
  GTIN: box('GTIN'),
  GTOT: box('GTOT'),
  LOAD: box('LOAD'),
  DISC: box('DISC'),
  STUF: box('STUF'),
  STRP: box('STRP'),
  PICK: box('PICK'),
  DROP: box('DROP'),
  INSP: box('INSP'),
  ARRI: ship('ARRI'),
  DEPA: ship('DEPA'),
};

/** Our own milestones, which need no interpretation. */
const ownCodes: ReadonlySet<string> = new Set([...Object.values(milestones), ...Object.values(landMilestones)]);

/** Codes that are known and mean no step of a container: delays, bookings, papers. */
const silent: ReadonlySet<string> = new Set([
  ...Array.from({ length: recommendedMost }, (_, index) => String(index + 1)),
  ...'D NF FT FP BC CR CA AG AD X9'.split(' '),
]);

const words: readonly [RegExp, StatusMeaning][] = [
  [/\b(de-?|un)stuff|\bstripp|\bdevan|\bunpack/, box('STRP')],
  [/\bstuff|\bvanned\b|\bpacked\b/, box('STUF')],
  [/\bcustoms?\b.*\b(hold|held|stop|inspect|refus)|\b(held|hold)\b.*\bcustoms?\b/, paper('HOLD', 'CUS')],
  [/\bcustoms?\b.*\b(releas|clear)|\b(releas|clear)\w*\b.*\bcustoms?\b/, paper('RELS', 'CUS')],
  [/\b(discharg|unload|off-?load)\w*\b.*\brail\b/, box('DISC', { mode: 'RAIL' })],
  [/\b(discharg|unload|off-?load)/, box('DISC')],
  [/\bload\w*\b.*\b(rail|train)\b/, box('LOAD', { mode: 'RAIL' })],
  [/\bload\w*\b.*\btruck\b/, box('LOAD', { mode: 'TRUCK' })],
  [/\bload(ed|ing)?\b.*\b(vessel|board|barge|ship)\b|^\s*(container\s+)?load(ed)?\s*$|\bon ?board\b/, box('LOAD')],
  [/\bempty\b.*\b(return|gate.?in|received|drop)|\breturn\w*\b.*\bempty\b/, box('DROP', { empty: 'EMPTY' })],
  [/\bempty\b.*\b(pick|release|dispatch|despatch|gate.?out|out)/, box('PICK', { empty: 'EMPTY' })],
  [/\bgate.?in\b|\bin-?gate\b|\bgated in\b/, box('GTIN')],
  [/\bgate.?out\b|\bout-?gate\b|\bgated out\b/, box('GTOT')],
  [/\brail\b.*\bdepart|\bdepart\w*\b.*\brail\b/, ship('DEPA', { mode: 'RAIL' })],
  [/\brail\b.*\barriv|\barriv\w*\b.*\brail\b/, ship('ARRI', { mode: 'RAIL' })],
  [/\bdepart|\bsail(ed|ing)\b/, ship('DEPA')],
  [/\barriv/, ship('ARRI')],
  [/\bavailable\b/, paper('RELS', 'SRM')],
];

/** What a status means by its code, else by its words; 'silent' = known and no step; undefined = not known. */
export function meaningOf(code: string | null, text: string | null): StatusMeaning | 'silent' | undefined {
  const word = text?.trim().toUpperCase() ?? '';
  if (ownCodes.has(word)) return own(word);
  const spoken = text === null ? undefined : words.find(([pattern]) => pattern.test(text.toLowerCase()))?.[1];
  const isEstimate = text !== null && /\b(estimat|expect)/i.test(text);
  const known = code === null ? undefined : byCode(code.toUpperCase());
  const found = known ?? spoken;
  if (found === undefined) return code !== null && silent.has(code.toUpperCase()) ? 'silent' : undefined;
  // The words may say by what the ship's code leaves open.
  const mode = found.mode ?? (spoken?.code === found.code ? spoken.mode : undefined);
  const classifier = found.classifier ?? (isEstimate ? 'EST' : undefined);
  return { ...found, ...(mode && { mode }), ...(classifier && { classifier }) };
}

function byCode(code: string): StatusMeaning | undefined {
  if (ownCodes.has(code) && carrierCodes[code] === undefined) return own(code);
  return oceanCodes[code] ?? recommended[code] ?? carrierCodes[code];
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
