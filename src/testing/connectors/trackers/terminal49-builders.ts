import { exampleBill, exampleContainer } from '#server/connectors/dcsa/event-builders.ts';

/** Any part of an answer as Terminal49 writes it. */
export type Part = Record<string, unknown>;

/** A relation to one resource. */
export const to = (type: string, id: string): Part => ({ data: { type, id } });
const event = (
  id: string,
  name: string,
  port: string,
  timestamp: string | null,
  more: Part = {},
  vessel?: string,
): Part => ({
  id,
  type: 'transport_event',
  attributes: {
    event: `container.transport.${name}`,
    timestamp,
    location_locode: port,
    timezone: port === 'CNSHA' ? 'Asia/Shanghai' : 'Europe/Amsterdam',
    voyage_number: vessel === undefined ? null : '101W',
    created_at: '2026-01-21T04:00:00Z',
    ...more,
  },
  relationships: {
    container: to('container', 'c1'),
    vessel: vessel === undefined ? { data: null } : to('vessel', vessel),
    terminal: { data: null },
  },
});

/** The first page of the events of the example's container. */
export const events = [
  event('e1', 'empty_out', 'CNSHA', '2026-01-05T01:00:00Z'),
  event('e2', 'full_in', 'CNSHA', '2026-01-08T01:30:00Z'),
  event('e3', 'vessel_loaded', 'CNSHA', '2026-01-09T18:00:00Z', {}, 'v1'),
  event('e4', 'vessel_departed', 'CNSHA', '2026-01-10T11:30:00Z', {}, 'v1'),
  event('e5', 'transshipment_arrived', 'SGSIN', '2026-01-17T06:00:00Z', {}, 'v1'),
  event('e6', 'transshipment_loaded', 'SGSIN', '2026-01-20T01:00:00Z', {}, 'v2'),
  // Newer events come first; the estimate that was reported last counts, and an estimate may leave its place out.
  event(
    'e7',
    'estimated.vessel_arrived',
    'NLRTM',
    '2026-02-10T06:15:00Z',
    { created_at: '2026-01-22T04:00:00Z' },
    'v2',
  ),
  event('e0', 'estimated.vessel_arrived', 'NLRTM', '2026-02-12T06:15:00Z', {}, 'v2'),
  event('e14', 'estimated.arrived_at_inland_destination', '', '2026-02-15T06:15:00Z', {
    location_locode: null,
    timezone: null,
  }),
];
/** The second page: what is not plain. */
export const later = [
  // The zone was not known: the time is that of the place though it ends in Z.
  event('e8', 'available', 'NLRTM', '2026-02-11T08:00:00Z', { timezone: null }),
  event('e9', 'full_out', 'NLRTM', '2026-02-12T08:00:00Z', { invalidated_at: '2026-02-12T09:00:00Z' }),
  event('e10', 'rail_unloaded', 'DEDUI', null),
  event('e11', 'teleported', 'DEDUI', '2026-02-12T08:00:00Z'),
  {
    ...event('e12', '', 'NLRTM', '2026-02-11T00:00:00Z'),
    attributes: { event: 'container.pickup_lfd.changed', timestamp: '2026-02-11T00:00:00Z' },
  },
  event('e13', 'feeder_loaded', 'NLRTM', '2026-02-13T08:00:00Z'),
];
/** The ships that events refer to. */
export const vessels = [
  { id: 'v1', type: 'vessel', attributes: { name: 'Amber Tide', imo: '9321483' } },
  { id: 'v2', type: 'vessel', attributes: { name: 'Birch Wake', imo: '9074729' } },
];

/** The shipment of the example with its container. */
export const shipmentDoc = {
  data: {
    id: 's1',
    type: 'shipment',
    attributes: {
      bill_of_lading_number: exampleBill,
      normalized_number: exampleBill.slice(4),
      port_of_lading_locode: 'CNSHA',
      port_of_discharge_locode: 'NLRTM',
      destination_locode: 'DEDUI',
      pol_timezone: 'Asia/Shanghai',
      pol_etd_at: '2026-01-10T10:00:00Z',
      pod_eta_at: '2026-02-10T05:00:00Z',
    },
    relationships: { containers: { data: [{ type: 'container', id: 'c1' }] } },
  },
  included: [{ id: 'c1', type: 'container', attributes: { number: exampleContainer, seal_number: 'S1' } }],
};

/** All that is reported of the example. */
export const exampleDocuments = [shipmentDoc, { data: [...events, ...later], included: vessels }];
