import type { AirConsignment, Load } from '#domain/tracking/air/statement.ts';
import { toAirContent } from '#domain/tracking/air/to-content.ts';
import { itemAt } from '#shared/values/items.ts';
import type { Connector, ParsedRecord, ParseRefusal } from '../types.ts';
import { refusal } from '../untrusted.ts';
import { type CargoImpConsignment, readCargoImp } from './read-message.ts';

const MAX_MESSAGES = 5_000;
const decoder = new TextDecoder('utf-8');

/** A later word on the totals counts; one that says nothing changes nothing. */
const later = (known: Load, reported: Load): Load => ({
  pieces: reported.pieces ?? known.pieces,
  weightKg: reported.weightKg ?? known.weightKg,
});

function joined(parts: readonly CargoImpConsignment[], airline: string): AirConsignment {
  return {
    waybill: itemAt(parts, 0).waybill,
    airline,
    origin: parts.findLast(({ origin }) => origin !== null)?.origin ?? null,
    destination: parts.findLast(({ destination }) => destination !== null)?.destination ?? null,
    total: parts.reduce<Load>((known, { total }) => later(known, total), { pieces: null, weightKg: null }),
    volumeM3: parts.reduce<number | null>((known, { volumeM3 }) => volumeM3 ?? known, null),
    statements: parts.flatMap(({ statements }) => statements),
  };
}

/** Makes one record of the messages an airline sent about a waybill, oldest first. Never throws. */
export const parseCargoImp: Connector['parse'] = (bodies, about, reference): ParsedRecord => {
  const refusals: ParseRefusal[] = [];
  const own: CargoImpConsignment[] = [];
  if (bodies.length > MAX_MESSAGES) refusals.push(refusal('too_many_events', { value: bodies.length }));
  for (const body of bodies.slice(0, MAX_MESSAGES)) {
    const context = { receivedAt: about.receivedAt, zoneOf: reference.zoneOf };
    const read = readCargoImp(decoder.decode(body), context);
    refusals.push(...read.refusals);
    for (const consignment of read.consignments) {
      if (consignment.waybill === about.billNo) own.push(consignment);
      else refusals.push(refusal('unknown_reference', { field: 'awb', value: consignment.waybill }));
    }
  }
  if (own.length === 0) return { content: null, observedAt: about.receivedAt, refusals };
  const consignment = joined(own, about.carrierCode);
  return { content: toAirContent(consignment, reference.zoneOf), observedAt: about.receivedAt, refusals };
};
