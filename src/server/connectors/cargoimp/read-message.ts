import type { AirStatement, Load } from '#domain/tracking/air/statement.ts';
import { findAirWaybillProblem, normalizeAirWaybill } from '#shared/ids/air-waybill.ts';
import { cleanText, refusal } from '../untrusted.ts';
import type { ParseRefusal } from '../types.ts';
import { LineError, linesOf, readQuantity } from './lines.ts';
import { isStatusCode, type LineContext, readStatus } from './read-statuses.ts';

/** A consignment in a message, with the statuses reported of it. */
export type CargoImpConsignment = {
  kind: 'FSU' | 'FWB';
  waybill: string;
  origin: string | null;
  destination: string | null;
  total: Load;
  volumeM3: number | null;
  /** The pieces that the message is about, where they are a part; statuses without a number of their own are about these. */
  part: Load | null;
  statements: AirStatement[];
};

/** What a text of messages says, and what of it cannot be taken. */
export type CargoImpText = { consignments: CargoImpConsignment[]; refusals: ParseRefusal[]; messages: number };

const MAX_LINES = 20_000;
const HEADER = /^(FSU|FSA|FWB)\/(\d{1,2})$/;
const CONSIGNMENT = /^(\d{3})-?(\d{8})(?:([A-Z]{3})([A-Z]{3}))?\/(.+)$/;

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
  const [, airline, serial, origin = null, destination = null, quantity = ''] = match;
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
      part: isPart ? load : null,
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
    if (consignment.kind === 'FSU' && isStatusCode(code) && line[3] === '/') {
      const { statement, withoutZone } = readStatus(line, reading.context);
      const { part } = consignment;
      const isOfPart = part !== null && statement.load.pieces === null;
      consignment.statements.push(isOfPart ? { ...statement, load: { ...part }, isPart: true } : statement);
      if (withoutZone !== null)
        reading.out.refusals.push(refusal('no_zone', { index: reading.index, field: 'airport', value: withoutZone }));
    } else if (consignment.kind === 'FSU' && /^[A-Z]{3}\/.*\/[TPSD]\d/.test(line))
      reading.out.refusals.push(refusal('bad_enumeration', { index: reading.index, field: 'status', value: line }));
  } catch (error) {
    note(reading, error, line);
  }
}

const whatOf = ({ load: _load, ...what }: AirStatement): string => JSON.stringify(what);

const sum = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

/** Several lines of one message about parts of the goods, alike but for the pieces, are one status of all these pieces. */
function withWholeParts(statements: readonly AirStatement[]): AirStatement[] {
  const parts = new Map<string, AirStatement>();
  return statements.flatMap((statement) => {
    if (!statement.isPart || statement.load.pieces === null) return [statement];
    const key = whatOf(statement);
    const known = parts.get(key);
    if (known === undefined) {
      const first = { ...statement, load: { ...statement.load } };
      parts.set(key, first);
      return [first];
    }
    known.load.pieces = sum(known.load.pieces, statement.load.pieces);
    known.load.weightKg = sum(known.load.weightKg, statement.load.weightKg);
    return [];
  });
}

/** Reads all messages in a text, line by line; what cannot be taken is refused with its line and why. Never throws. */
export function readCargoImp(text: string, context: LineContext): CargoImpText {
  const out: CargoImpText = { consignments: [], refusals: [], messages: 0 };
  let kind: 'FSU' | 'FWB' | undefined;
  let open: CargoImpConsignment | undefined;
  let index = -1;
  for (const line of linesOf(text, MAX_LINES)) {
    index += 1;
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
  for (const consignment of out.consignments) consignment.statements = withWholeParts(consignment.statements);
  if (out.messages === 0 && text.trim() !== '')
    out.refusals.push(refusal('malformed_event', { field: 'message', value: cleanText(text.slice(0, 200)) }));
  return out;
}
