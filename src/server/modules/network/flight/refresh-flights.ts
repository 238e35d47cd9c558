import { flightsOf } from '#domain/network/flight/schedule.ts';
import { parseFlights, pullFlights } from '#server/connectors/flights/index.ts';
import { placeIn } from '#server/modules/administration/masterdata/index.ts';
import type { ScheduleReader } from '#server/modules/network/sailing/index.ts';
import { zoneOfPlace } from '#shared/time/place-time.ts';
import { takeFlights } from './take-flights.ts';

/** Schedules of airlines: how far ahead they are requested, and how far back for what still flies. */
export const flightReader: ScheduleReader = {
  mode: 'air',
  daysBack: 2,
  daysAhead: 84,
  pull: pullFlights,
  take: async ({ database, reference }, { body, carrierCode, ...window }) => {
    const snapshot = reference();
    const zoneOf = (airport: string): string | undefined => placeIn(snapshot, airport)?.zone ?? undefined;
    const { periods, refusals } = parseFlights(body, carrierCode, { zoneOf });
    const legs = flightsOf(periods, window, (airport) => zoneOfPlace(zoneOf(airport)));
    await takeFlights(database, { airlineCode: carrierCode, legs, ...window });
    return refusals;
  },
};
