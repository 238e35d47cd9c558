import type { Instant } from '#shared/time/instant.ts';
import { HOUR_MS } from '#shared/time/instant.ts';

/** ICAO designators of airlines (they begin a callsign) by the two characters that begin a flight number. */
const designators: Readonly<Record<string, string>> = {
  CA: 'CCA',
  CK: 'CKK',
  MU: 'CES',
  CZ: 'CSN',
  HU: 'CHH',
  MF: 'CXA',
  ZH: 'CSZ',
  '3U': 'CSC',
  SC: 'CDG',
  HO: 'DKH',
  O3: 'CSS',
  YG: 'HYT',
  CF: 'CYZ',
  Y8: 'YZR',
  GS: 'GCR',
  CX: 'CPA',
  LD: 'AHK',
  HX: 'CRK',
  NX: 'AMU',
  CI: 'CAL',
  BR: 'EVA',
  JX: 'SJX',
  KE: 'KAL',
  OZ: 'AAR',
  NH: 'ANA',
  JL: 'JAL',
  KZ: 'NCA',
  SQ: 'SIA',
  MH: 'MAS',
  AK: 'AXM',
  TH: 'RMY',
  TG: 'THA',
  VN: 'HVN',
  VJ: 'VJC',
  GA: 'GIA',
  PR: 'PAL',
  AI: 'AIC',
  '6E': 'IGO',
  UL: 'ALK',
  PK: 'PIA',
  BG: 'BBC',
  EK: 'UAE',
  EY: 'ETD',
  FZ: 'FDB',
  QR: 'QTR',
  SV: 'SVA',
  GF: 'GFA',
  WY: 'OMA',
  KU: 'KAC',
  RJ: 'RJA',
  LY: 'ELY',
  TK: 'THY',
  IR: 'IRA',
  LH: 'DLH',
  '3S': 'BOX',
  AF: 'AFR',
  KL: 'KLM',
  MP: 'MPH',
  BA: 'BAW',
  VS: 'VIR',
  IB: 'IBE',
  AZ: 'ITY',
  AY: 'FIN',
  SK: 'SAS',
  LX: 'SWR',
  OS: 'AUA',
  TP: 'TAP',
  LO: 'LOT',
  CV: 'CLX',
  C8: 'ICV',
  QY: 'BCS',
  D0: 'DHK',
  '3V': 'TAY',
  SU: 'AFL',
  RU: 'ABW',
  ET: 'ETH',
  KQ: 'KQA',
  MS: 'MSR',
  AT: 'RAM',
  SA: 'SAA',
  UA: 'UAL',
  AA: 'AAL',
  DL: 'DAL',
  AC: 'ACA',
  FX: 'FDX',
  '5X': 'UPS',
  '5Y': 'GTI',
  PO: 'PAC',
  K4: 'CKS',
  NC: 'NAC',
  AM: 'AMX',
  LA: 'LAN',
  AV: 'AVA',
  CM: 'CMP',
  QF: 'QFA',
  NZ: 'ANZ',
  WS: 'WJA',
  AS: 'ASA',
  HA: 'HAL',
  M6: 'AJT',
};
const airlines = new Map(Object.entries(designators).map(([iata, icao]) => [icao, iata]));

/** A flight number as it is compared: airline and number without leading zeros (BA0012 = BA12); undefined for anything else. */
export function flightKey(flight: string): string | undefined {
  const parts = /^([A-Z][A-Z\d]|\d[A-Z])0{0,4}([1-9]\d{0,3})[A-Z]?$/.exec(flight.toUpperCase().replaceAll(' ', ''));
  return parts === null ? undefined : `${parts[1]}${parts[2]}`;
}

/**
 * The flight number that a callsign stands for: BAW12 and BA0012 are BA12. Undefined where the airline is not known, and for
 * callsigns that airlines make up for the radio (BAW7TB), because they are no number of a flight.
 */
export function flightOfCallsign(callsign: string): string | undefined {
  const text = callsign.toUpperCase().replaceAll(' ', '');
  const parts = /^([A-Z]{3})0{0,4}([1-9]\d{0,3})$/.exec(text);
  const airline = parts === null ? undefined : airlines.get(parts[1] ?? '');
  if (airline !== undefined) return `${airline}${parts?.[2]}`;
  return /^(?:[A-Z]\d|\d[A-Z]|[A-Z]{2})\d{1,5}$/.test(text) ? flightKey(text) : undefined;
}

type FlownLeg = { departs: Instant | null; arrives: Instant | null };

/** Aircraft leave a little early, and are late for so long, before a position is that of another day. */
const earlyMs = 2 * HOUR_MS;
const lateMs = 6 * HOUR_MS;
/** Flights without a time of arrival are over after so long. */
const longestMs = 20 * HOUR_MS;

/** Whether an aircraft that was heard at a moment was flying this leg: the same number flies every day. */
export function isOnLeg({ departs, arrives }: FlownLeg, at: Instant): boolean {
  if (departs === null) return arrives !== null && at > arrives - longestMs && at < arrives + lateMs;
  return at > departs - earlyMs && at < (arrives ?? departs + longestMs) + lateMs;
}
