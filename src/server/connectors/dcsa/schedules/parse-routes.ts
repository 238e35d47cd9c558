import type { AnsweredLeg, AnsweredRoute } from '#domain/sailing/carrier-answers.ts';
import { isImo } from '#shared/ids/imo.ts';
import type { Instant } from '#shared/time/instant.ts';
import { EventReader, meant, Refused } from '../../event-reader.ts';
import type { ParseRefusal } from '../../types.ts';
import { asObject, parseJsonBytes, refusal } from '../../untrusted.ts';
import { readCutOffs, readSchedulePlace, type ScheduleReference } from './parse-schedules.ts';

/** Ways read of one page, and legs of one way; more is no honest answer. */
const ROUTES_MOST = 500;
const LEGS_MOST = 12;

/** What a page says: ways by sea, and pieces that could not be taken. */
export type ParsedRoutes = { routes: AnsweredRoute[]; refusals: ParseRefusal[] };

type Fields = Record<string, unknown>;

/** One end of a leg: where, and when. */
function readEnd(reader: EventReader, leg: Fields, name: string, reference: ScheduleReference) {
  const end = reader.part(leg, name);
  const location = end && reader.part(end, 'location');
  if (end === undefined || location === undefined) reader.refuse('missing_field', name, undefined);
  const { portCode } = readSchedulePlace(reader, location, reference);
  return { port: portCode, at: reader.time(end, 'dateTime') };
}

/** From where to where a leg leads, and when; throws Refused. */
function readEnds(reader: EventReader, leg: Fields, reference: ScheduleReference) {
  const from = readEnd(reader, leg, 'departure', reference);
  const to = readEnd(reader, leg, 'arrival', reference);
  if (to.at <= from.at) reader.refuse('contradiction', 'arrival', new Date(to.at).toISOString());
  return { from, to };
}

function readLeg(reader: EventReader, leg: Fields, transport: Fields, reference: ScheduleReference): AnsweredLeg {
  const { from, to } = readEnds(reader, leg, reference);
  const vessel = reader.part(transport, 'vessel') ?? {};
  const [partner] = reader.list(transport, 'servicePartners');
  const imo = reader.optional(vessel, 'vesselIMONumber');
  if (imo !== null && !isImo(imo)) reader.refuse('bad_reference', 'vesselIMONumber', imo);
  const operator = reader.optional(vessel, 'operatorCarrierCode');
  return {
    operatorCode: operator === null ? null : (reference.carrierOf(operator) ?? null),
    serviceCode: partner === undefined ? null : reader.optional(partner, 'carrierServiceCode'),
    imo,
    // A carrier may offer a way before it has named the ship.
    vesselName: reader.optional(vessel, 'name') ?? imo ?? '',
    voyage:
      (partner === undefined ? null : reader.optional(partner, 'carrierExportVoyageNumber')) ??
      reader.optional(transport, 'universalExportVoyageReference'),
    fromPort: from.port,
    toPort: to.port,
    departsAt: from.at,
    arrivesAt: to.at,
  };
}

type Part = { fromPort: string; toPort: string; departsAt: Instant; arrivesAt: Instant };

/**
 * The rides by sea of a way, in their order. What goes by land before and after them is no part of it; between two of them it
 * only has to lead from the one to the other.
 */
function readLegs(reader: EventReader, route: Fields, reference: ScheduleReference): AnsweredLeg[] {
  const found = reader.list(route, 'legs');
  if (found.length > LEGS_MOST) reader.refuse('too_many_events', 'legs', found.length);
  const legs: AnsweredLeg[] = [];
  let before: Part | undefined;
  for (const leg of found) {
    const transport = reader.part(leg, 'transport') ?? {};
    const mode = meant(transport, 'modeOfTransport');
    const isRide = mode === 'VESSEL' || mode === 'BARGE';
    // A place inland before the first ride may have no code of a port.
    if (!isRide && legs.length === 0) continue;
    if (!isRide && !found.slice(found.indexOf(leg)).some(isBySea)) break;
    const ride = isRide ? readLeg(reader, leg, transport, reference) : undefined;
    const part = ride ?? partOf(readEnds(reader, leg, reference));
    if (before !== undefined && (part.departsAt < before.arrivesAt || part.fromPort !== before.toPort))
      reader.refuse('contradiction', 'legs', part.fromPort);
    before = part;
    if (ride !== undefined) legs.push(ride);
  }
  if (legs.length === 0) reader.refuse('missing_field', 'legs', undefined);
  return legs;
}

const partOf = ({ from, to }: ReturnType<typeof readEnds>): Part => ({
  fromPort: from.port,
  toPort: to.port,
  departsAt: from.at,
  arrivesAt: to.at,
});

const isBySea = (leg: Fields): boolean => {
  const mode = meant(asObject(leg['transport']) ?? {}, 'modeOfTransport');
  return mode === 'VESSEL' || mode === 'BARGE';
};

/** Reads a page of point-to-point routes. Pure, and never throws on content. */
export function parseRoutes(body: Uint8Array, reference: ScheduleReference): ParsedRoutes {
  const json = parseJsonBytes(body);
  if (json === undefined) return { routes: [], refusals: [refusal('unreadable')] };
  if (!Array.isArray(json.value)) return { routes: [], refusals: [refusal('not_an_array')] };
  const routes: AnsweredRoute[] = [];
  const refusals: ParseRefusal[] = [];
  for (const [index, item] of json.value.entries()) {
    if (routes.length >= ROUTES_MOST) {
      refusals.push(refusal('too_many_events', { index, value: json.value.length }));
      break;
    }
    const fields = asObject(item);
    if (fields === undefined) {
      refusals.push(refusal('malformed_event', { index, value: item }));
      continue;
    }
    const reader = new EventReader(index);
    try {
      const legs = readLegs(reader, fields, reference);
      routes.push({ legs, cutOffs: readCutOffs(reader, fields) });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
    refusals.push(...reader.refusals);
  }
  return { routes, refusals };
}
