import type { Messages } from '../messages.ts';
import type { portCalls as zh } from '../zh/port-calls.ts';

/** Vessels at a port. */
export const portCalls: Messages<typeof zh> = {
  subscribe: 'Subscribe to this sailing',
  subscribeFailed: 'Subscribing failed',
  book: 'Book this sailing',
  title: 'Port vessel schedule',
  empty: 'No calls are planned in this period.',
  choosePort: 'Choose a port',
  since: '{{count}} {{count, plural(one: carrier; other: carriers)}}, the oldest data from',
  differs: 'Differ',
  berthHint: "Not at berth yet: arrival plus the port's median wait in 7 days",
  bySeen: 'Source: AIS positions',
  seenHint: 'Seen by AIS: {{time}}',
  state: { expected: 'Expected', anchorage: 'At anchor', berthed: 'Berthed', sailed: 'Sailed', omitted: 'Omitted' },
  field: {
    portCode: 'Port',
    dateOf: 'In or out',
    date: 'Arrival',
    departureDate: 'Departure',
    carrierCodes: 'Carriers',
    vesselName: 'Vessel or IMO',
    importVoyage: 'Import voyage',
    exportVoyage: 'Export voyage',
    states: 'State',
  },
  turn: { arrival: 'In, by arrival date', departure: 'Out, by departure date' },
  column: {
    state: 'State',
    vessel: 'Vessel',
    voyages: 'Voyages in/out',
    carrier: 'Carrier',
    service: 'Service',
    terminal: 'Terminal',
    arrival: 'Arrival',
    berthing: 'Berthing',
    departure: 'Departure',
    differs: 'Carriers',
  },
};
