import { exampleBill, exampleContainer } from '#server/connectors/dcsa/event-builders.ts';

const zones: Record<string, string> = { CNSHA: 'Asia/Shanghai', SGSIN: 'Asia/Singapore', NLRTM: 'Europe/Amsterdam' };
const location = (code: string) => ({ code, name: code, timezone: zones[code], country: { code: code.slice(0, 2) } });
const movement = (event: string, code: string, timestamp: string, name?: string, status = 'ACT') => ({
  event,
  status,
  location: location(code),
  timestamp,
  vessel: name === undefined ? null : { name, imo: 9321483 },
  voyage: name === undefined ? null : '101W',
});

const movements = [
  movement('EMSH', 'CNSHA', '2026-01-05T09:00:00+08:00'),
  movement('GTIN', 'CNSHA', '2026-01-08T09:30:00+08:00'),
  movement('LOAD', 'CNSHA', '2026-01-10T02:00:00+08:00', 'AMBER TIDE'),
  movement('DEPA', 'CNSHA', '2026-01-10T19:30:00+08:00', 'AMBER TIDE'),
  movement('ARRV', 'SGSIN', '2026-01-17T14:00:00+08:00', 'AMBER TIDE'),
  movement('DISC', 'SGSIN', '2026-01-17T18:00:00+08:00', 'AMBER TIDE'),
  // Without an offset it is the time of the place.
  movement('LOAD', 'SGSIN', '2026-01-20T09:00:00', 'BIRCH WAKE'),
  movement('DEPA', 'SGSIN', '2026-01-20T12:00:00+08:00', 'BIRCH WAKE'),
  movement('ARRV', 'NLRTM', '2026-02-10T07:15:00+01:00', 'BIRCH WAKE', 'EST'),
  movement('GTOT', 'NLRTM', '2026-02-12T07:15:00+01:00', undefined, 'EST'),
  movement('BOOK', 'CNSHA', '2026-01-01T00:00:00+08:00'),
  movement('WARP', 'CNSHA', '2026-01-01T00:00:00+08:00'),
  movement('DISC', 'NLRTM', '2026-02-11T07:15:00+01:00', undefined, 'GUESS'),
];

/** The shipment of the example as ShipsGo tells it. */
export const shipment = (more: object = {}) => ({
  id: 4711,
  booking_number: exampleBill,
  container_number: exampleContainer,
  status: 'SAILING',
  carrier: { scac: 'MERI' },
  route: {
    port_of_loading: { location: location('CNSHA') },
    port_of_discharge: { location: location('NLRTM') },
    ts_count: 1,
  },
  containers: [{ number: exampleContainer, movements }],
  checked_at: '2026-01-21 04:00:00',
  ...more,
});
