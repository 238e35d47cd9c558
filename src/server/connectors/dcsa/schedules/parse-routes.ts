import type { AnsweredLeg, AnsweredRoute } from '#domain/network/sailing/carrier-answers.ts';
import { isImo } from '#shared/ids/imo.ts';
import type { Instant } from '#shared/time/instant.ts';
import { EventReader, meant, Refused } from '../../event-reader.ts';
import type { ParseRefusal } from '../../types.ts';
import { asObject, parseJsonBytes, refusal } from '../../untrusted.ts';
import { readCutOffs, readSchedulePlace, type ScheduleReference } from './parse-schedules.ts';

/** Ways read of one page, and legs of one way; more is no honest answer. */
const MAX_ROUTES = 500;
const MAX_LEGS = 12;

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

/** Ports that the vessel calls at during a leg; one that cannot be read is noted and left out. */
function readCalls(reader: EventReader, leg: Fields, reference: ScheduleReference): AnsweredLeg['calls'] {
  return reader.list(leg, 'intermediateCalls').flatMap((call) => {
    try {
      const location = reader.part(call, 'location');
      if (location === undefined) reader.refuse('missing_field', 'intermediateCalls', undefined);
      const timeOf = (name: string): Instant | null =>
        reader.optional(call, name) === null ? null : reader.time(call, name);
      return [
        {
          port: readSchedulePlace(reader, location, reference).portCode,
          arrivesAt: timeOf('arrivalDateTime'),
          departsAt: timeOf('departureDateTime'),
        },
      ];
    } catch (error) {
      if (error instanceof Refused) return [];
      throw error;
    }
  });
}

function readLeg(reader: EventReader, leg: Fields, transport: Fields, reference: ScheduleReference): AnsweredLeg {
  const { from, to } = readEnds(reader, leg, reference);
  // A barge is described like a vessel, in a part of its own name.
  const vessel = reader.part(transport, 'vessel') ?? reader.part(transport, 'barge') ?? {};
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
    cutOffs: readCutOffs(reader, leg),
    calls: readCalls(reader, leg, reference),
  };
}

/** The port of one end of a leg by land; undefined where it is named in another way, as a door or a depot is. */
function portByLand(reader: EventReader, leg: Fields, name: string, reference: ScheduleReference): string | undefined {
  const end = reader.part(leg, name);
  const location = end && reader.part(end, 'location');
  if (location === undefined || reader.optional(location, 'UNLocationCode') === null) return undefined;
  return readSchedulePlace(reader, location, reference).portCode;
}

/**
 * The rides by sea of a way, in their order. What goes by land before and after them is no part of it; between two of them it
 * leads from the one to the other, as far as it names its places.
 */
function readLegs(reader: EventReader, route: Fields, reference: ScheduleReference): AnsweredLeg[] {
  const found = reader.list(route, 'legs');
  if (found.length > MAX_LEGS) reader.refuse('too_many_events', 'legs', found.length);
  const legs: AnsweredLeg[] = [];
  let byLand: Fields[] = [];
  for (const leg of found) {
    const transport = reader.part(leg, 'transport') ?? {};
    const mode = meant(transport, 'modeOfTransport');
    if (mode !== 'VESSEL' && mode !== 'BARGE') {
      byLand.push(leg);
      continue;
    }
    const ride = readLeg(reader, leg, transport, reference);
    const before = legs.at(-1);
    if (before !== undefined && (ride.departsAt < before.arrivesAt || !leadsTo(ride.fromPort, before.toPort)))
      reader.refuse('contradiction', 'legs', ride.fromPort);
    legs.push(ride);
    byLand = [];
  }
  if (legs.length === 0) reader.refuse('missing_field', 'legs', undefined);
  return legs;

  /** Whether the legs by land lead from one port to another: each begins where the one before it ended. */
  function leadsTo(port: string, from: string): boolean {
    let at: string | undefined = from;
    for (const leg of byLand) {
      const begins = portByLand(reader, leg, 'departure', reference) ?? at;
      if (at !== undefined && begins !== at) return false;
      at = portByLand(reader, leg, 'arrival', reference);
    }
    return at === undefined || at === port;
  }
}

/** Reads a page of point-to-point routes. Pure, and never throws on content. */
export function parseRoutes(body: Uint8Array, reference: ScheduleReference): ParsedRoutes {
  const json = parseJsonBytes(body);
  if (json === undefined) return { routes: [], refusals: [refusal('unreadable')] };
  if (!Array.isArray(json.value)) return { routes: [], refusals: [refusal('not_an_array')] };
  const routes: AnsweredRoute[] = [];
  const refusals: ParseRefusal[] = [];
  for (const [index, item] of json.value.entries()) {
    if (routes.length >= MAX_ROUTES) {
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
      // Cut-offs of the way are those of its first ride; some carriers name them there only.
      const cutOffs = readCutOffs(reader, fields);
      routes.push({ legs, cutOffs: cutOffs.length > 0 ? cutOffs : (legs[0]?.cutOffs ?? []) });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
    refusals.push(...reader.refusals);
  }
  return { routes, refusals };
}
