import type { AirConsignment, Load } from '#domain/tracking/air/statement.ts';
import { toAirContent } from '#domain/tracking/air/to-content.ts';
import { findAirWaybillProblem } from '#shared/ids/air-waybill.ts';
import type { Connector, ParsedRecord } from '../types.ts';
import { parseJsonBytes, refusal } from '../untrusted.ts';
import { readEvents } from './events.ts';
import { type Node, nodesAt, valuesAt } from './json-ld.ts';
import { Reader } from './reader.ts';
import { findWaybill, waybillNumberOf } from './waybill.ts';

/** Pieces and weight of all: pieces are objects of the shipment, or counted in the lines of the waybill. */
function totalOf(reader: Reader, waybill: Node, shipment: Node | undefined): Load {
  const lines = nodesAt(waybill, 'waybillLineItems', reader.nodes).slice(0, 100);
  const counts = lines.map((line) => reader.count(line, 'pieceCountForRate'));
  const counted = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  const reported = shipment && reader.count(shipment, 'totalPieceCount');
  const listed = shipment === undefined ? 0 : valuesAt(shipment, 'pieces').length;
  return {
    pieces: reported ?? (listed || counted || null),
    weightKg: shipment === undefined ? null : reader.weight(shipment, 'totalGrossWeight'),
  };
}

/** Makes one record of the newest answer of an airline's ONE Record server. Never throws. */
export const parseOneRecord: Connector['parse'] = (bodies, about, reference): ParsedRecord => {
  const nothing: ParsedRecord = { content: null, observedAt: about.receivedAt, refusals: [] };
  const body = bodies.at(-1);
  if (body === undefined) return nothing;
  const json = parseJsonBytes(body);
  if (json === undefined) return { ...nothing, refusals: [refusal('unreadable')] };
  const reader = new Reader(json.value, reference);
  const waybill = findWaybill(json.value, reader.nodes, about.billNo);
  if (waybill === undefined) return { ...nothing, refusals: [refusal('missing_field', { field: 'Waybill' })] };
  const number = waybillNumberOf(waybill);
  const problem = findAirWaybillProblem(number);
  if (problem !== undefined || number !== about.billNo) {
    const reason =
      problem === 'shape' ? 'bad_reference' : problem === 'check_digit' ? 'bad_check_digit' : 'unknown_reference';
    return { ...nothing, refusals: [refusal(reason, { field: 'waybillNumber', value: number })] };
  }
  const [shipment] = nodesAt(waybill, 'shipment', reader.nodes);
  const total = totalOf(reader, waybill, shipment);
  const { statements, newest } = readEvents(reader, json.value, waybill, { shipment, total: total.pieces });
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
