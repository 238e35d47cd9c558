import type { AirStatement, Load } from '#domain/air/statement.ts';
import { findAirWaybillProblem, normalizeAirWaybill } from '#shared/ids/air-waybill.ts';
import { cleanText, refusal } from '../untrusted.ts';
import type { ParseRefusal } from '../types.ts';
import { LineError, readQuantity } from './lines.ts';
import { isStatusCode, type LineContext, readStatus } from './read-statuses.ts';

/** A consignment in a message, with the statuses told of it. */
export type CargoImpConsignment = {
  kind: 'FSU' | 'FWB';
  waybill: string;
  origin: string;
  destination: string;
  total: Load;
  volumeM3: number | null;
  statements: AirStatement[];
};

/** What a text of messages says, and what of it cannot be taken. */
export type CargoImpText = { consignments: CargoImpConsignment[]; refusals: ParseRefusal[]; messages: number };

const LINES_MOST = 20_000;
const CHARS_MOST = 70;
const HEADER = /^(FSU|FSA|FWB)\/(\d{1,2})$/;
const CONSIGNMENT = /^(\d{3})-?(\d{8})([A-Z]{3})([A-Z]{3})\/(.+)$/;

/** Where a message that is no message of Cargo-IMP begins: mail around it is passed over. */
const isHeader = (line: string): boolean => HEADER.test(line);

type Reading = { out: CargoImpText; index: number; context: LineContext };

function note({ out, index }: Reading, error: unknown, line: string): void {
  if (!(error instanceof LineError)) throw error;
  out.refusals.push(refusal(error.reason, { index, field: error.field, value: line }));
}

function openConsignment(reading: Reading, kind: 'FSU' | 'FWB', line: string): CargoImpConsignment | undefined {
  const match = CONSIGNMENT.exec(line);
  const { out, index } = reading;
  if (match === null) {
    out.refusals.push(refusal('malformed_event', { index, field: 'consignment', value: line }));
    return undefined;
  }
  const [, airline, serial, origin = '', destination = '', quantity = ''] = match;
  const waybill = normalizeAirWaybill(`${airline}${serial}`);
  if (findAirWaybillProblem(waybill) !== undefined) {
    out.refusals.push(refusal('bad_check_digit', { index, field: 'awb', value: waybill }));
    return undefined;
  }
  try {
    const { load, isPart, volumeM3, ofPieces } = readQuantity(quantity);
    // A part says nothing about the weight of the whole, and of its pieces only where they stand behind it.
    const total = isPart ? { pieces: ofPieces, weightKg: null } : load;
    return {
      kind,
      waybill,
      origin,
      destination,
      total,
      volumeM3: isPart ? null : volumeM3,
      statements: [],
    };
  } catch (error) {
    note(reading, error, line);
    return undefined;
  }
}

function takeLine(reading: Reading, consignment: CargoImpConsignment, line: string): void {
  const code = line.slice(0, 3);
  try {
    if (consignment.kind === 'FSU' && isStatusCode(code) && line[3] === '/')
      consignment.statements.push(readStatus(line, reading.context));
    else if (consignment.kind === 'FSU' && /^[A-Z]{3}\/.*\/[TPSD]\d/.test(line))
      reading.out.refusals.push(refusal('bad_enumeration', { index: reading.index, field: 'status', value: line }));
  } catch (error) {
    note(reading, error, line);
  }
}

/** Reads all messages in a text, line by line; what cannot be taken is refused with its line and why. Never throws. */
export function readCargoImp(text: string, context: LineContext): CargoImpText {
  const out: CargoImpText = { consignments: [], refusals: [], messages: 0 };
  let kind: 'FSU' | 'FWB' | undefined;
  let open: CargoImpConsignment | undefined;
  let start = 0;
  for (let index = 0; start < text.length && index < LINES_MOST; index += 1) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    const raw = text.slice(start, Math.min(end, start + 4 * CHARS_MOST));
    start = end + 1;
    const line = raw.trimEnd();
    if (line === '') continue;
    const reading = { out, index, context };
    if (isHeader(line)) {
      kind = line.startsWith('FWB') ? 'FWB' : 'FSU';
      out.messages += 1;
      open = undefined;
    } else if (kind !== undefined && /^\d{3}-?\d{7}/.test(line)) {
      open = openConsignment(reading, kind, line);
      if (open !== undefined) out.consignments.push(open);
    } else if (open !== undefined) takeLine(reading, open, line);
  }
  if (out.messages === 0 && text.trim() !== '')
    out.refusals.push(refusal('malformed_event', { field: 'message', value: cleanText(text.slice(0, 200)) }));
  return out;
}
