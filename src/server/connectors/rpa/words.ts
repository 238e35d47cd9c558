import type { CutoffCode } from '#shared/reference/cutoff-codes.ts';
import type { Classifier, EventCode, EventType } from '../dcsa/codes.ts';

/** What a page's words for something that happened mean. */
export type Meaning = { kind: EventType; code: EventCode; documentType: string | null };

const container = (code: EventCode): Meaning => ({ kind: 'EQUIPMENT', code, documentType: null });
const ship = (code: EventCode): Meaning => ({ kind: 'TRANSPORT', code, documentType: null });
const paper = (code: EventCode, documentType: string): Meaning => ({ kind: 'SHIPMENT', code, documentType });

/** Words of carriers' Chinese pages. */
export const chineseWords: ReadonlyMap<string, Meaning> = new Map([
  ['提空箱', container('PICK')],
  ['装箱', container('STUF')],
  ['重箱进港', container('GTIN')],
  ['装船', container('LOAD')],
  ['卸船', container('DISC')],
  ['提重箱', container('GTOT')],
  ['拆箱', container('STRP')],
  ['还空箱', container('DROP')],
  ['船舶离港', ship('DEPA')],
  ['船舶抵港', ship('ARRI')],
  ['收到订舱申请', paper('RECE', 'CBR')],
  ['订舱确认', paper('CONF', 'BKG')],
  ['签发提单', paper('ISSU', 'TRD')],
  ['到货通知', paper('ISSU', 'ARN')],
  ['海关查验', paper('HOLD', 'CUS')],
  ['海关放行', paper('RELS', 'CUS')],
  ['放货', paper('RELS', 'SRM')],
]);

/** Words of carriers' English pages. */
export const englishWords: ReadonlyMap<string, Meaning> = new Map([
  ['Empty picked up', container('PICK')],
  ['Stuffed', container('STUF')],
  ['Gated in full', container('GTIN')],
  ['Loaded on vessel', container('LOAD')],
  ['Discharged', container('DISC')],
  ['Gated out full', container('GTOT')],
  ['Stripped', container('STRP')],
  ['Empty returned', container('DROP')],
  ['Vessel departed', ship('DEPA')],
  ['Vessel arrived', ship('ARRI')],
  ['Booking request received', paper('RECE', 'CBR')],
  ['Booking confirmed', paper('CONF', 'BKG')],
  ['Bill of lading issued', paper('ISSU', 'TRD')],
  ['Arrival notice sent', paper('ISSU', 'ARN')],
  ['Customs inspection', paper('HOLD', 'CUS')],
  ['Customs released', paper('RELS', 'CUS')],
  ['Cargo released', paper('RELS', 'SRM')],
]);

/** Words of carriers' Chinese pages for cut-offs. */
export const chineseCutoffs: ReadonlyMap<string, CutoffCode> = new Map([
  ['截单', 'DCO'],
  ['截VGM', 'VCO'],
  ['进港', 'EFC'],
  ['截港', 'FCO'],
  ['冷藏箱截港', 'RCO'],
  ['危险品截港', 'DGC'],
  ['截申报', 'DEC'],
  ['截放行', 'CCO'],
]);

/** Words of carriers' English pages for cut-offs. */
export const englishCutoffs: ReadonlyMap<string, CutoffCode> = new Map([
  ['Documentation', 'DCO'],
  ['Verified gross mass', 'VCO'],
  ['CY opening', 'EFC'],
  ['CY closing', 'FCO'],
  ['Reefer closing', 'RCO'],
  ['Dangerous goods closing', 'DGC'],
  ['Customs declaration', 'DEC'],
  ['Customs release', 'CCO'],
]);

/** Words for planned, expected and done. */
export const classifierWords: ReadonlyMap<string, Classifier> = new Map([
  ['计划', 'PLN'],
  ['预计', 'EST'],
  ['实际', 'ACT'],
  ['planned', 'PLN'],
  ['estimated', 'EST'],
  ['actual', 'ACT'],
  ['PLN', 'PLN'],
  ['EST', 'EST'],
  ['ACT', 'ACT'],
]);
