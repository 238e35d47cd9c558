import {
  type AirConsignment,
  type AirStatement,
  type FlightRun,
  type Load,
  noTimes,
  type Times,
} from '#domain/air/statement.ts';
import { toAirContent } from '#domain/air/to-content.ts';
import { airMilestones } from '#domain/journey/air.ts';
import { findAirWaybillProblem, normalizeAirWaybill } from '#shared/ids/air-waybill.ts';
import type { Instant } from '#shared/time/instant.ts';
import { toLocalText } from '#shared/time/zone.ts';
import type { RefusalReason } from '../refusal-reasons.ts';
import type { Connector, ParsedRecord, ParseReference, ParseRefusal } from '../types.ts';
import { asObject, parseJsonBytes, refusal } from '../untrusted.ts';
import { codeAt, indexNodes, isOfType, literalAt, type Node, nodesAt, textAt, valuesAt } from './json-ld.ts';

const EVENTS_MOST = 2_000;
const POUND_KG = 0.453_592_37;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;
const [EARLIEST, LATEST] = [Date.UTC(2000, 0, 1), Date.UTC(2100, 0, 1)];
const codes: ReadonlySet<string> = new Set(Object.values(airMilestones));
const classifiers: Readonly<Record<string, keyof Times>> = {
  ACTUAL: 'actual',
  ESTIMATED: 'estimated',
  EXPECTED: 'estimated',
  PLANNED: 'planned',
  SCHEDULED: 'planned',
  REQUESTED: 'planned',
};

/** One answer, with what of it cannot be taken. */
class Reader {
  readonly refusals: ParseRefusal[] = [];
  readonly nodes: ReadonlyMap<string, Node>;
  readonly #reference: ParseReference;
  index: number | null = null;

  constructor(root: unknown, reference: ParseReference) {
    this.nodes = indexNodes(root);
    this.#reference = reference;
  }

  note(reason: RefusalReason, field: string, value?: unknown): undefined {
    this.refusals.push(refusal(reason, { index: this.index, field, value }));
    return undefined;
  }

  moment(node: Node, name: string): Instant | undefined {
    const value = literalAt(node, name);
    if (value === undefined) return undefined;
    const at = typeof value === 'string' && INSTANT.test(value) ? Date.parse(value) : Number.NaN;
    if (at >= EARLIEST && at < LATEST) return at;
    return this.note(/T\d{2}:\d{2}(:\d{2})?$/.test(String(value)) ? 'no_offset' : 'bad_time', name, value);
  }

  airport(node: Node, name: string): string | null {
    const [place] = nodesAt(node, name, this.nodes);
    if (place === undefined) return null;
    const [coded] = nodesAt(place, 'locationCodes', this.nodes);
    const code = (coded && textAt(coded, 'code')) ?? textAt(place, 'code') ?? textAt(place, 'locationCode');
    if (code === null) return null;
    return /^[A-Z]{3}$/.test(code) ? code : (this.note('bad_reference', name, code) ?? null);
  }

  /** A weight in kilograms; another unit than kilograms and pounds is refused. */
  weight(node: Node, name: string): number | null {
    const [value] = nodesAt(node, name, this.nodes);
    if (value === undefined) return null;
    const amount = Number(literalAt(value, 'numericalValue') ?? literalAt(value, 'value'));
    const unit = codeAt(value, 'unit');
    if (!Number.isFinite(amount) || amount < 0 || amount > 1e7) return this.note('bad_type', name, amount) ?? null;
    if (unit === 'KGM' || unit === 'KG') return Math.round(amount * 1_000) / 1_000;
    if (unit === 'LBR' || unit === 'LB') return Math.round(amount * POUND_KG * 1_000) / 1_000;
    return this.note('bad_enumeration', 'weightUnit', `${amount} ${unit ?? ''}`) ?? null;
  }

  count(node: Node, name: string): number | null {
    const value = literalAt(node, name);
    if (value === undefined) return null;
    const count = Number(value);
    return Number.isInteger(count) && count >= 0 && count <= 99_999
      ? count
      : (this.note('bad_type', name, value) ?? null);
  }

  zoneOf(airport: string): string | undefined {
    return this.#reference.zoneOf(airport);
  }
}

type Movement = { run: FlightRun; departs: Times; arrives: Times };

/** The flight of an event: number, airports, and its own times. */
function movementOf(reader: Reader, event: Node): Movement | null {
  const linked = [...nodesAt(event, 'eventFor', reader.nodes), ...nodesAt(event, 'transportMovement', reader.nodes)];
  const movement = linked.find((node) => isOfType(node, 'TransportMovement'));
  if (movement === undefined) return null;
  const flight = /^([A-Z0-9]{2})0*(\d{1,4}[A-Z]?)$/.exec(textAt(movement, 'transportIdentifier') ?? '');
  if (flight === null)
    return reader.note('bad_reference', 'transportIdentifier', textAt(movement, 'transportIdentifier')) ?? null;
  const from = reader.airport(movement, 'departureLocation');
  const to = reader.airport(movement, 'arrivalLocation');
  const [departs, arrives]: [Times, Times] = [{ ...noTimes }, { ...noTimes }];
  for (const time of nodesAt(movement, 'movementTimes', reader.nodes)) {
    const kind = classifiers[codeAt(time, 'timeType') ?? ''];
    const at = reader.moment(time, 'movementTimestamp');
    if (kind === undefined || at === undefined) continue;
    (codeAt(time, 'direction') === 'INBOUND' ? arrives : departs)[kind] = at;
  }
  const left = departs.planned ?? departs.estimated ?? departs.actual;
  const zone = from === null ? undefined : reader.zoneOf(from);
  const day = textAt(movement, 'flightDate') ?? (left === null ? null : toLocalText(left, zone ?? 'UTC').slice(0, 10));
  if (day === null || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return reader.note('missing_field', 'flightDate') ?? null;
  return { run: { flight: `${flight[1]}${flight[2]}`, day, from, to }, departs, arrives };
}

function statementOf(reader: Reader, event: Node): AirStatement | undefined {
  const statusCode = codeAt(event, 'eventCode');
  if (statusCode === null) return reader.note('missing_field', 'eventCode');
  if (!codes.has(statusCode)) return reader.note('bad_enumeration', 'eventCode', statusCode);
  const at = reader.moment(event, 'eventDate');
  if (at === undefined)
    return literalAt(event, 'eventDate') === undefined ? reader.note('missing_field', 'eventDate') : undefined;
  const type = codeAt(event, 'eventTimeType') ?? 'ACTUAL';
  const kind = classifiers[type];
  if (kind === undefined) return reader.note('bad_enumeration', 'eventTimeType', type);
  const movement = movementOf(reader, event);
  // A booking says when the flight will leave; it happened when it was made.
  const bookedAt = statusCode === airMilestones.booked ? reader.moment(event, 'creationDate') : undefined;
  return {
    statusCode,
    airport: reader.airport(event, 'eventLocation'),
    flight: movement?.run ?? null,
    ...noTimes,
    ...(bookedAt === undefined ? { [kind]: at } : { actual: bookedAt }),
    load: { pieces: reader.count(event, 'pieceCount'), weightKg: reader.weight(event, 'grossWeight') },
    isPart: literalAt(event, 'partialEventIndicator') === true || literalAt(event, 'partialEventIndicator') === 'true',
    discrepancy: codeAt(event, 'discrepancyCode'),
    departs:
      bookedAt === undefined ? (movement?.departs ?? noTimes) : { ...(movement?.departs ?? noTimes), [kind]: at },
    arrives: movement?.arrives ?? noTimes,
  };
}

/** Events with the moment they were made, oldest first: the order in an answer plays no part. */
function statementsOf(reader: Reader, waybill: Node): { statements: AirStatement[]; newest: Instant | null } {
  const all = [...valuesAt(waybill, 'events'), ...valuesAt(waybill, 'hasLogisticsEvent')];
  if (all.length > EVENTS_MOST) reader.note('too_many_events', 'events', all.length);
  const seen = new Set<string>();
  const told = all.slice(0, EVENTS_MOST).flatMap((value, index) => {
    reader.index = index;
    const object = asObject(value);
    const id = object?.['@id'];
    const event = object && Object.keys(object).length === 1 && typeof id === 'string' ? reader.nodes.get(id) : object;
    if (event === undefined) return reader.note('malformed_event', 'events', value) ?? [];
    // Servers list an event again after every change of its consignment.
    if (typeof id === 'string' && seen.has(id)) return [];
    if (typeof id === 'string') seen.add(id);
    const statement = statementOf(reader, event);
    return statement === undefined ? [] : [{ statement, madeAt: reader.moment(event, 'creationDate') ?? 0 }];
  });
  reader.index = null;
  told.sort((a, b) => a.madeAt - b.madeAt);
  const newest = told.at(-1)?.madeAt;
  return {
    statements: told.map(({ statement }) => statement),
    newest: newest === undefined || newest === 0 ? null : newest,
  };
}

/** The waybill in an answer: the answer itself, or one of the nodes of its graph. */
function findWaybill(root: unknown, nodes: ReadonlyMap<string, Node>): Node | undefined {
  // The expanded form of JSON-LD is a list.
  for (const one of Array.isArray(root) ? root.slice(0, 100) : [root]) {
    const top = asObject(one);
    if (top !== undefined && isOfType(top, 'Waybill')) return top;
  }
  return [...nodes.values()].find((node) => isOfType(node, 'Waybill'));
}

/** The number of a waybill, as its object gives it in two parts. */
export const waybillNumberOf = (waybill: Node): string =>
  normalizeAirWaybill(`${textAt(waybill, 'waybillPrefix') ?? ''}${textAt(waybill, 'waybillNumber') ?? ''}`);

/** The number of the waybill in an answer; undefined: it has none, or one that cannot be right. Never throws. */
export function readWaybillNumber(body: Uint8Array): string | undefined {
  const json = parseJsonBytes(body);
  const waybill = json === undefined ? undefined : findWaybill(json.value, indexNodes(json.value));
  const number = waybill === undefined ? '' : waybillNumberOf(waybill);
  return findAirWaybillProblem(number) === undefined ? number : undefined;
}

/** Makes one record of the newest answer of an airline's ONE Record server. Never throws. */
export const parseOneRecord: Connector['parse'] = (bodies, about, reference): ParsedRecord => {
  const nothing: ParsedRecord = { content: null, observedAt: about.receivedAt, refusals: [] };
  const body = bodies.at(-1);
  if (body === undefined) return nothing;
  const json = parseJsonBytes(body);
  if (json === undefined) return { ...nothing, refusals: [refusal('unreadable')] };
  const reader = new Reader(json.value, reference);
  const waybill = findWaybill(json.value, reader.nodes);
  if (waybill === undefined) return { ...nothing, refusals: [refusal('missing_field', { field: 'Waybill' })] };
  const number = waybillNumberOf(waybill);
  const problem = findAirWaybillProblem(number);
  if (problem !== undefined || number !== about.billNo) {
    const reason =
      problem === 'shape' ? 'bad_reference' : problem === 'check_digit' ? 'bad_check_digit' : 'unknown_reference';
    return { ...nothing, refusals: [refusal(reason, { field: 'waybillNumber', value: number })] };
  }
  const [shipment] = nodesAt(waybill, 'shipment', reader.nodes);
  const { statements, newest } = statementsOf(reader, waybill);
  const total: Load =
    shipment === undefined
      ? { pieces: null, weightKg: null }
      : {
          pieces: reader.count(shipment, 'totalPieceCount') ?? (valuesAt(shipment, 'pieces').length || null),
          weightKg: reader.weight(shipment, 'totalGrossWeight'),
        };
  const consignment: AirConsignment = {
    waybill: number,
    airline: about.carrierCode,
    origin: reader.airport(waybill, 'departureLocation'),
    destination: reader.airport(waybill, 'arrivalLocation'),
    total,
    volumeM3: null,
    statements,
  };
  return {
    content: toAirContent(consignment, reference.zoneOf),
    observedAt: Math.min(newest ?? about.receivedAt, about.receivedAt),
    refusals: reader.refusals,
  };
};
