import { containerCheckDigit, parseContainerNumber } from '#shared/ids/container-number.ts';
import { isImo, normalizeImo } from '#shared/ids/imo.ts';
import { isUnLocode } from '#shared/ids/un-locode.ts';
import type { PlaceRole } from '#domain/tracking/model.ts';
import type { EmptyIndicator, TransportMode } from '../dcsa/codes.ts';
import { isCountry } from './country.ts';
import type { EdiPlace, EdiShip, RawTime } from './notice.ts';
import { type Segment, codeOf, repetitionsOf, valueOf } from './segments.ts';

const modes: Readonly<Record<string, TransportMode>> = {
  '1': 'VESSEL',
  '2': 'RAIL',
  '3': 'TRUCK',
  '8': 'BARGE',
  '10': 'VESSEL',
  '13': 'VESSEL',
  '20': 'RAIL',
  '25': 'RAIL',
  '30': 'TRUCK',
  '31': 'TRUCK',
  '80': 'BARGE',
  '81': 'BARGE',
};
/** A call sign has a letter; digits alone are a number that is wrong. */
const CALL_SIGN = /^(?=.*[A-Z])[A-Z0-9]{3,7}$/;

/** The ship of a TDT segment: voyage, carrier, IMO number or call sign, name. */
export function shipOfTdt(segment: Segment): EdiShip {
  const id = codeOf(segment, 7);
  const list = codeOf(segment, 7, 1);
  const name = codeOf(segment, 7, 3);
  const imo = id === null ? '' : normalizeImo(id);
  const isShipNumber = isImo(imo) && list !== '103';
  // Some senders put the name where the number belongs.
  const isName =
    id !== null && !isShipNumber && name === null && !/^\d+$/.test(id) && (list === null || !CALL_SIGN.test(id));
  const callSign = !isShipNumber && !isName && id !== null && CALL_SIGN.test(id) ? id : null;
  const mode = modes[codeOf(segment, 2) ?? ''] ?? null;
  return {
    vesselName: name ?? (isName ? id : null),
    vesselImo: isShipNumber ? imo : null,
    callSign,
    voyage: codeOf(segment, 1),
    // Neither trucks nor trains have call signs: some senders put the mode of the gate here.
    mode: callSign !== null && list === '103' && mode !== 'BARGE' ? 'VESSEL' : mode,
    carrierCode: codeOf(segment, 4),
  };
}

/** Whether a code of the list of ports (139) is one of a terminal, which begins with that of its port. */
const isOfPort = (segment: Segment, code: string): boolean =>
  /^[A-Z0-9]{6,9}$/.test(code) &&
  isUnLocode(code.slice(0, 5)) &&
  codeOf(segment, 1, 1) === '139' &&
  codeOf(segment, 1, 2) === '6';

/** The place of a LOC segment. A code of another list, such as a depot's own, is a name here. */
export function placeOfLoc(segment: Segment): EdiPlace {
  const code = codeOf(segment, 1)?.replace(/[\s-]/g, '') ?? null;
  const name = valueOf(segment, 1, 3);
  const related = valueOf(segment, 2, 3) ?? valueOf(segment, 2);
  // The related place may be the country, with or without its code list (162), which is no facility.
  const facility = related === null || codeOf(segment, 2, 1) === '162' || isCountry(related) ? null : related;
  const isCode = code !== null && isUnLocode(code);
  if (!isCode && code !== null && isOfPort(segment, code))
    return { code: code.slice(0, 5), name, facility: facility ?? code };
  return { code: isCode ? code : null, name: name ?? (isCode ? null : valueOf(segment, 1)), facility };
}

/** What the qualifier of a LOC says about the whole transport. */
export const placeRoles: Readonly<Record<string, PlaceRole>> = {
  '88': 'placeOfReceipt',
  '10': 'placeOfReceipt',
  '9': 'portOfLoading',
  '76': 'portOfLoading',
  '11': 'portOfDischarge',
  '12': 'portOfDischarge',
  '7': 'placeOfDelivery',
  '83': 'placeOfDelivery',
  '8': 'finalDestination',
  '20': 'finalDestination',
};

/** The time of a DTM segment with its qualifier; null when there is no value. */
export function timeOfDtm(segment: Segment): { qualifier: string; time: RawTime } | null {
  const value = valueOf(segment, 0, 1);
  if (value === null) return null;
  return { qualifier: codeOf(segment, 0) ?? '', time: { value: value.slice(0, 40), format: valueOf(segment, 0, 2) } };
}

/** The container of an EQD segment. */
export type Equipment = {
  /** Kind of equipment: CN is a container. */
  kind: string | null;
  /** As it stands, tidied; null when the segment names none. */
  number: string | null;
  problem: 'shape' | 'check_digit' | undefined;
  isoCode: string | null;
  /** Export, import, transhipment and so on, by code. */
  status: string | null;
  empty: EmptyIndicator | null;
};

const loads: Readonly<Record<string, EmptyIndicator>> = {
  '4': 'EMPTY',
  '5': 'LADEN',
  '6': 'LADEN',
  '7': 'LADEN',
  '8': 'LADEN',
  E: 'EMPTY',
  F: 'LADEN',
  L: 'LADEN',
};

/** Whether a number is that of a container, be its owner one of the register or not. */
export const isContainerNumber = (number: string): boolean => /^[A-Z]{4}\d{7}$/.test(number);

function problemOf({ number, problem }: ReturnType<typeof parseContainerNumber>): Equipment['problem'] {
  if (problem !== 'shape' || !isContainerNumber(number)) return problem;
  return containerCheckDigit(number.slice(0, 10)) === Number(number[10]) ? undefined : 'check_digit';
}

/** Reads an EQD segment. */
export function equipmentOfEqd(segment: Segment): Equipment {
  const text = valueOf(segment, 1);
  const parsed = text === null ? undefined : parseContainerNumber(text.slice(0, 40));
  return {
    kind: codeOf(segment, 0),
    number: parsed?.number ?? null,
    problem: parsed && problemOf(parsed),
    isoCode: codeOf(segment, 2)?.slice(0, 10) ?? null,
    status: codeOf(segment, 4),
    empty: loads[codeOf(segment, 5) ?? ''] ?? null,
  };
}

const kilograms: Readonly<Record<string, number>> = {
  KGM: 1,
  KG: 1,
  KGS: 1,
  TNE: 1_000,
  MTN: 1_000,
  LBR: 0.453_592_37,
  LBS: 0.453_592_37,
};

/** The gross weight in kilograms of a MEA segment; null when it measures something else. */
export function grossWeightOfMea(segment: Segment): number | null {
  const [purpose, dimension] = [codeOf(segment, 0), codeOf(segment, 1)];
  const isWeight =
    purpose === 'WT'
      ? dimension === null || dimension === 'G' || dimension === 'VGM'
      : ['AAE', 'EGW', 'VGM'].includes(purpose ?? '') &&
        ['G', 'WT', 'VGM', 'EGW', 'AET', 'AAD', null].includes(dimension);
  const unit = kilograms[codeOf(segment, 2) ?? ''];
  const value = Number((valueOf(segment, 2, 1) ?? '').replace(',', '.'));
  if (!isWeight || unit === undefined || !Number.isFinite(value) || value <= 0 || value > 1_000_000) return null;
  return Math.round(value * unit * 10) / 10;
}

/** The seal numbers of a SEL segment. */
export const sealsOfSel = (segment: Segment): string[] =>
  repetitionsOf(segment, 0)
    .map(([number]) => number?.trim().toUpperCase().slice(0, 35) ?? '')
    .filter((number) => number !== '');

/** What an RFF segment refers to. */
export type Reference = { kind: 'bill' | 'booking' | 'container' | 'consignment' | 'other'; value: string };

const referenceKinds: Readonly<Record<string, Reference['kind']>> = {
  BM: 'bill',
  MB: 'bill',
  BL: 'bill',
  OBL: 'bill',
  AAM: 'bill',
  AAS: 'bill',
  BN: 'booking',
  CN: 'booking',
  CRN: 'booking',
  EQ: 'container',
  AAQ: 'container',
};

/** Reads an RFF segment; null when it names no number. */
export function referenceOfRff(segment: Segment): Reference | null {
  const qualifier = codeOf(segment, 0) ?? '';
  const value = codeOf(segment, 0, 1)?.replace(/\s+/g, '').slice(0, 40);
  if (value === undefined || value === '') return null;
  return { kind: referenceKinds[qualifier] ?? 'other', value };
}
