import type { Messages } from '../messages.ts';
import type { incidentMap as zh } from '../zh/incident-map.ts';

/** The map of an incident. */
export const incidentMap: Messages<typeof zh> = {
  label: 'Where the incident is',
  hint: 'Vessels at their latest AIS position',
  none: 'There is no vessel or port to show on the map',
  counted: '{{name}} · {{count}} {{count, plural(one: booking; other: bookings)}}',
  place: 'Place',
  what: 'Kind',
  bookings: 'Bookings',
  position: 'Position',
  heard: 'Position time',
  vessel: 'Vessel with the cargo',
  cause: 'Port where it happened',
  discharge: 'Port of discharge',
  zone: 'Risk zone',
};
