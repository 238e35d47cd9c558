import type { AnsweredLeg, AnsweredRoute } from '#domain/sailing/carrier-answers.ts';
import { isImo } from '#shared/ids/imo.ts';
import { isUnLocode, normalizeUnLocode } from '#shared/ids/un-locode.ts';
import type { Instant } from '#shared/time/instant.ts';
import { EventReader, meant, Refused } from '../../event-reader.ts';
import type { ParseRefusal } from '../../types.ts';
import { asObject, parseJsonBytes, refusal } from '../../untrusted.ts';
import { readCutOffs, type ScheduleReference } from './parse-schedules.ts';

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
  const code = normalizeUnLocode(reader.required(location, 'UNLocationCode'));
  if (!isUnLocode(code)) reader.refuse('bad_reference', 'UNLocationCode', code);
  return { port: reference.resolvePort(code) ?? code, at: reader.time(end, 'dateTime') };
}

function readLeg(reader: EventReader, leg: Fields, transport: Fields, reference: ScheduleReference): AnsweredLeg {
  const from = readEnd(reader, leg, 'departure', reference);
  const to = readEnd(reader, leg, 'arrival', reference);
  if (to.at <= from.at) reader.refuse('contradiction', 'arrival', new Date(to.at).toISOString());
  const vessel = reader.part(transport, 'vessel') ?? {};
  const [partner] = reader.list(transport, 'servicePartners');
  const imo = reader.optional(vessel, 'vesselIMONumber');
  if (imo !== null && !isImo(imo)) reader.refuse('bad_reference', 'vesselIMONumber', imo);
  const operator = reader.optional(vessel, 'operatorCarrierCode');
  return {
    operatorCode: operator === null ? null : (reference.carrierOf(operator) ?? null),
    serviceCode: partner === undefined ? null : reader.optional(partner, 'carrierServiceCode'),
    imo,
    vesselName: reader.optional(vessel, 'name') ?? imo ?? reader.refuse('missing_field', 'vessel', undefined),
    voyage:
      (partner === undefined ? null : reader.optional(partner, 'carrierExportVoyageNumber')) ??
      reader.optional(transport, 'universalExportVoyageReference'),
    fromPort: from.port,
    toPort: to.port,
    departsAt: from.at,
    arrivesAt: to.at,
  };
}

/** The rides by sea of a way, in their order; what goes by land before and after them is no part of it. */
function readLegs(reader: EventReader, route: Fields, reference: ScheduleReference): AnsweredLeg[] {
  const found = reader.list(route, 'legs');
  if (found.length > LEGS_MOST) reader.refuse('too_many_events', 'legs', found.length);
  const legs = found.flatMap((leg) => {
    const transport = reader.part(leg, 'transport') ?? {};
    const mode = meant(transport, 'modeOfTransport');
    if (mode !== 'VESSEL' && mode !== 'BARGE') return [];
    return [readLeg(reader, leg, transport, reference)];
  });
  if (legs.length === 0) reader.refuse('missing_field', 'legs', undefined);
  let before: Instant | undefined;
  for (const [index, { departsAt, arrivesAt, fromPort }] of legs.entries()) {
    const changedAt = legs[index - 1]?.toPort;
    if ((before !== undefined && departsAt < before) || (changedAt !== undefined && changedAt !== fromPort))
      reader.refuse('contradiction', 'legs', fromPort);
    before = arrivesAt;
  }
  return legs;
}

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
