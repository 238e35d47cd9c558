import { type AirStatement, noTimes } from '#domain/tracking/air/statement.ts';
import { airMilestones } from '#domain/tracking/journey/air.ts';
import type { Instant } from '#shared/time/instant.ts';
import { asObject } from '../untrusted.ts';
import { objectIdIn } from './address.ts';
import { bookedMovements, type Movement, movementOf, timeTypes } from './flights.ts';
import { codeAt, literalAt, type Node, referenceOf, valuesAt } from './json-ld.ts';
import type { Reader } from './reader.ts';

const MAX_EVENTS = 2_000;
const m = airMilestones;
const milestones: ReadonlySet<string> = new Set(Object.values(m));
/** Codes of the list StatusCode that say what a milestone of ours says: given to the control of customs is being held by them. */
const sameAs: Readonly<Record<string, string>> = { TGC: m.customsHeld };
/** Further information, which is no milestone. */
const remarks: ReadonlySet<string> = new Set(['OCI', 'OSI']);
const leaving: ReadonlySet<string> = new Set([m.prepared, m.manifested, m.departed, m.discrepancy]);
const arriving: ReadonlySet<string> = new Set([m.arrived, m.receivedFromFlight, m.documentsReceived]);

/** What an event hangs on: the whole consignment, or one piece of it with its weight in kilograms. */
type Owner = { piece: string; weightKg: number | null } | null;
type Reported = { statement: AirStatement; madeAt: Instant; owner: Owner };

/** A status and the discrepancy in it: the list has one code for each of these (DIS_OFLD). */
function statusOf(event: Node): { code: string | null; discrepancy: string | null } {
  const reported = codeAt(event, 'eventCode');
  const [, discrepancy] = /^DIS_([A-Z]{2,6})$/.exec(reported ?? '') ?? [];
  if (discrepancy !== undefined) return { code: m.discrepancy, discrepancy };
  return {
    code: reported === null ? null : (sameAs[reported] ?? reported),
    discrepancy: codeAt(event, 'discrepancyCode'),
  };
}

/** The flights of an event that names none: those of the booking, by where they leave and arrive. */
function flightsOf(code: string, airport: string | null, booked: readonly Movement[]): readonly Movement[] {
  if (code === m.booked) return booked;
  if (leaving.has(code)) return booked.filter(({ run }) => run.from === airport).slice(0, 1);
  return arriving.has(code) ? booked.filter(({ run }) => run.to === airport).slice(0, 1) : [];
}

function statementsOf(reader: Reader, event: Node, owner: Owner, booked: readonly Movement[]): AirStatement[] {
  const { code, discrepancy } = statusOf(event);
  if (code === null) return reader.note('missing_field', 'eventCode') ?? [];
  if (remarks.has(code)) return [];
  if (!milestones.has(code)) return reader.note('bad_enumeration', 'eventCode', code) ?? [];
  const at = reader.moment(event, 'eventDate');
  if (at === undefined && literalAt(event, 'eventDate') === undefined) reader.note('missing_field', 'eventDate');
  if (at === undefined) return [];
  const type = codeAt(event, 'eventTimeType') ?? 'ACTUAL';
  const kind = timeTypes[type];
  if (kind === undefined) return reader.note('bad_enumeration', 'eventTimeType', type) ?? [];
  // The time of a booking that has not been made is that of its flight; it was made when it was reported.
  const isFlightTime = code === m.booked && kind !== 'actual';
  const madeAt = isFlightTime ? reader.moment(event, 'creationDate') : undefined;
  const airport = reader.airport(event, 'eventLocation');
  const named = movementOf(reader, event, isFlightTime || code !== m.booked ? at : null);
  const flights = named === null ? flightsOf(code, airport, booked) : [named];
  const isPart = String(literalAt(event, 'partialEventIndicator')) === 'true';
  return (flights.length === 0 ? [null] : flights).map((flight): AirStatement => ({
    statusCode: code,
    airport: airport ?? (code === m.booked ? (flight?.run.from ?? null) : null),
    flight: flight?.run ?? null,
    ...noTimes,
    ...(isFlightTime ? (madeAt === undefined ? { [kind]: at } : { actual: madeAt }) : { [kind]: at }),
    load:
      owner === null
        ? {
            pieces: reader.count(event, 'recordedPieceCount', 'pieceCount'),
            weightKg: reader.weight(event, 'recordedWeight', 'grossWeight'),
          }
        : { pieces: 1, weightKg: owner.weightKg },
    isPart,
    discrepancy,
    departs: { ...(flight?.departs ?? noTimes), ...(isFlightTime && madeAt !== undefined && { [kind]: at }) },
    arrives: flight?.arrives ?? noTimes,
  }));
}

/** Events with what they hang on: reported in the object, or in the collection of its events. */
function ownedEvents(root: unknown, waybill: Node, shipment: Node | undefined, reader: Reader): [unknown, Owner][] {
  const wholes = shipment === undefined ? [waybill] : [waybill, shipment];
  const pieces = shipment === undefined ? [] : valuesAt(shipment, 'pieces');
  const byId = new Map<string, Owner>();
  const owned: [unknown, Owner][] = [];
  const take = (node: Node, owner: Owner): void => {
    const id = objectIdIn(String(node['@id'] ?? ''));
    if (id !== undefined) byId.set(id, owner);
    for (const name of ['events', 'hasLogisticsEvent'])
      for (const one of valuesAt(node, name)) owned.push([one, owner]);
  };
  for (const whole of wholes) take(whole, null);
  for (const [index, value] of pieces.entries()) {
    const node = reader.nodes.get(referenceOf(value) ?? '') ?? asObject(value);
    if (node === undefined) continue;
    take(node, { piece: String(node['@id'] ?? index), weightKg: reader.weight(node, 'grossWeight') });
  }
  const documents = asObject(root)?.['@graph'];
  for (const one of Array.isArray(documents) ? documents : []) {
    const collection = asObject(one);
    const id = objectIdIn(String(collection?.['@id'] ?? ''));
    const owner = id === undefined ? undefined : byId.get(id);
    if (collection === undefined || owner === undefined) continue;
    for (const item of valuesAt(collection, 'hasItem')) owned.push([item, owner]);
  }
  return owned;
}

const happening = ({ statusCode, airport, flight, discrepancy, planned, estimated, actual }: AirStatement): string => {
  const kind = actual === null ? (estimated === null ? 'P' : 'E') : 'A';
  const when = flight === null ? (actual ?? estimated ?? planned) : `${flight.flight}/${flight.day}`;
  return [statusCode, discrepancy, airport, kind, when].join('|');
};

/** What pieces tell one by one, as statements about so many pieces; left out where the whole consignment tells the same with a count. */
function mergePieces(reported: readonly Reported[], total: number | null): Reported[] {
  const whole = reported.filter(({ owner }) => owner === null);
  const wording = new Set(whole.flatMap(({ statement }) => (isCounted(statement) ? [happening(statement)] : [])));
  const groups = Map.groupBy(
    reported.filter(({ owner, statement }) => owner !== null && !wording.has(happening(statement))),
    ({ statement }) => happening(statement),
  );
  const merged = [...groups.values()].flatMap((group): Reported[] => {
    const pieces = new Map(group.map(({ owner }) => [owner?.piece, owner?.weightKg ?? null]));
    const last = group.at(-1);
    if (last === undefined) return [];
    const weights = [...pieces.values()];
    const weightKg = weights.includes(null) ? null : weights.reduce<number>((sum, one) => sum + (one ?? 0), 0);
    const load = { pieces: pieces.size, weightKg };
    return [{ ...last, statement: { ...last.statement, load, isPart: total === null || pieces.size < total } }];
  });
  const counted = new Set(merged.map(({ statement }) => happening(statement)));
  return [...whole.filter(({ statement }) => isCounted(statement) || !counted.has(happening(statement))), ...merged];
}

const isCounted = ({ isPart, load }: AirStatement): boolean => !isPart || load.pieces !== null;

/** The statements of all events of a waybill, its shipment and its pieces, oldest first: the order in an answer plays no part. */
export function readEvents(
  reader: Reader,
  root: unknown,
  waybill: Node,
  { shipment, total }: { shipment: Node | undefined; total: number | null },
): { statements: AirStatement[]; newest: Instant | null } {
  const all = ownedEvents(root, waybill, shipment, reader);
  if (all.length > MAX_EVENTS) reader.note('too_many_events', 'events', all.length);
  const booked = bookedMovements(reader, waybill);
  const seen = new Set<string>();
  const reported = all.slice(0, MAX_EVENTS).flatMap(([value, owner], index): Reported[] => {
    reader.index = index;
    const reference = referenceOf(value);
    const event = reference === undefined ? asObject(value) : reader.nodes.get(reference);
    if (event === undefined) {
      // Events are requested on their own, so that an object may name them without reporting them.
      if (reference === undefined) reader.note('malformed_event', 'events', value);
      return [];
    }
    // Servers list an event again after every change of its consignment.
    const id = event['@id'];
    if (typeof id === 'string' && seen.has(id)) return [];
    if (typeof id === 'string') seen.add(id);
    const madeAt = reader.moment(event, 'creationDate') ?? 0;
    return statementsOf(reader, event, owner, booked).map((statement) => ({ statement, madeAt, owner }));
  });
  reader.index = null;
  const merged = mergePieces(reported, total).sort((a, b) => a.madeAt - b.madeAt);
  const newest = merged.reduce((latest, { madeAt }) => Math.max(latest, madeAt), 0);
  return { statements: merged.map(({ statement }) => statement), newest: newest === 0 ? null : newest };
}
