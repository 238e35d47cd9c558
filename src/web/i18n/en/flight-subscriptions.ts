import type { Messages } from '../messages.ts';
import type { flightSubscriptions as zh } from '../zh/flight-subscriptions.ts';

/** Subscribed flights. */
export const flightSubscriptions: Messages<typeof zh> = {
  title: 'Flight subscriptions',
  empty: 'No flight is subscribed yet.',
  add: 'Subscribe flights',
  keyword: 'Flight or airport',
  cancelled: 'Flight cancelled',
  form: {
    airlineCode: 'Airline',
    flightNo: 'Flight no.',
    flightDate: 'Departure date',
    fromAirport: 'From airport',
  },
  column: {
    route: 'Route',
    aircraft: 'Aircraft',
    departure: 'Departure',
    arrival: 'Arrival',
    cutOff: 'Latest acceptance',
  },
  value: {
    plannedDeparture: 'planned departure',
    plannedArrival: 'planned arrival',
    aircraft: 'aircraft',
    cutOff: 'latest acceptance',
    cancelled: 'cancelled',
    yes: 'yes',
    no: 'no',
  },
};
