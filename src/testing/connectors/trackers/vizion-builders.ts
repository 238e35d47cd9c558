import { exampleBill, exampleContainer } from '#server/connectors/dcsa/event-builders.ts';

const zones: Record<string, string> = { CNSHA: 'Asia/Shanghai', SGSIN: 'Asia/Singapore', NLRTM: 'Europe/Amsterdam' };
const location = (unlocode: string) => ({ name: unlocode, unlocode, facility: null, timezone: zones[unlocode] });

/** A milestone as Vizion writes it: its code, place and time, and whether it happened. */
export const milestone = (event_type: string, code: string, timestamp: string, vessel?: string, more: object = {}) => ({
  id: `${event_type}-${code}`,
  timestamp,
  planned: false,
  description: event_type,
  raw_description: event_type,
  location: location(code),
  vessel: vessel ?? null,
  vessel_imo: vessel === undefined ? null : 9_321_483,
  voyage: vessel === undefined ? null : '101W',
  source: 'carrier',
  journey_event: {
    journey_type: /ARRI|DEPA/.test(event_type) ? 'TRANSPORT' : 'EQUIPMENT',
    event_classifier: 'ACT',
    event_type,
    transport_mode: vessel === undefined ? 'TRUCK' : 'VESSEL',
    ...more,
  },
});

const milestones = [
  milestone('GTOT', 'CNSHA', '2026-01-05T09:00:00+08:00', undefined, { empty_indicator: 'EMPTY' }),
  milestone('GTIN', 'CNSHA', '2026-01-08T09:30:00+08:00', undefined, { empty_indicator: 'LADEN' }),
  milestone('LOAD', 'CNSHA', '2026-01-10T02:00:00+08:00', 'AMBER TIDE'),
  milestone('DEPA', 'CNSHA', '2026-01-10T19:30:00+08:00', 'AMBER TIDE'),
  milestone('ARRI', 'SGSIN', '2026-01-17T14:00:00+08:00', 'AMBER TIDE'),
  milestone('DISC', 'SGSIN', '2026-01-17T18:00:00+08:00', 'AMBER TIDE'),
  milestone('LOAD', 'SGSIN', '2026-01-20T09:00:00+08:00', 'BIRCH WAKE'),
  milestone('DEPA', 'SGSIN', '2026-01-20T12:00:00+08:00', 'BIRCH WAKE'),
  milestone('ARRI', 'NLRTM', '2026-02-10T07:15:00+01:00', 'BIRCH WAKE', { event_classifier: 'EST' }),
  milestone('GTOT', 'NLRTM', '2026-02-12T07:15:00+01:00', undefined, {
    event_classifier: 'PLN',
    empty_indicator: 'LADEN',
  }),
  milestone('WARP', 'NLRTM', '2026-02-13T07:15:00+01:00'),
  milestone('ISSU', 'CNSHA', '2026-01-01T07:15:00+08:00', undefined, { journey_type: 'SHIPMENT' }),
];

/** An update of a reference as Vizion pushes and answers it. */
export const update = (more: object = {}, payload: object = {}) => ({
  id: 'u-1',
  reference_id: 'ref-4711',
  status: 'data_received',
  created_at: '2026-01-21T04:00:00.000Z',
  payload: {
    container_id: exampleContainer,
    container_iso: '45G1',
    bill_of_lading: exampleBill,
    booking_number: null,
    carrier_scac: 'MERI',
    origin_port: location('CNSHA'),
    destination_port: location('NLRTM'),
    milestones,
    ...payload,
  },
  ...more,
});
