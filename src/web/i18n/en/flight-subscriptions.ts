import type { Messages } from '../messages.ts';
import type { flightSubscriptions as zh } from '../zh/flight-subscriptions.ts';

/** Subscribed flights. */
export const flightSubscriptions: Messages<typeof zh> = {
  add: 'Subscribe to flights',
  cancelled: 'Flight cancelled',
  form: {
    airlineCode: 'Airline',
    flightNo: 'Flight no.',
    flightDate: 'Departure date',
    fromAirport: 'From airport',
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
