import { readFileSync } from 'node:fs';
import { distanceNm, type LonLat } from '#shared/geo/geodesy.ts';
import { type AirportRow, parseAirports } from '#shared/reference/places.ts';
import { DAY_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { firstInstantOfLocal } from '#shared/time/zone.ts';
import { once } from '#shared/memory/once-per.ts';

/** An airline of the world with the three digits of its waybills and the airport where it changes planes. */
export type WorldAirline = { index: number; code: string; prefix: string; nameCn: string; nameEn: string; hub: string };

/** A flight that leaves on some days of the week (1 = Monday), in the local time of its airport. */
export type FlightPlan = {
  flight: string;
  airline: string;
  from: string;
  to: string;
  days: readonly number[];
  /** Minutes after local midnight. */
  leaves: number;
  minutes: number;
  aircraft: string;
};

/** A flight of one day. */
export type Flight = FlightPlan & { day: string; departure: Instant; arrival: Instant };

export const airlines: readonly WorldAirline[] = [
  { index: 0, code: 'CZ', prefix: '784', nameCn: '中国南方航空', nameEn: 'China Southern Airlines', hub: 'CAN' },
  { index: 1, code: 'CA', prefix: '999', nameCn: '中国国际航空', nameEn: 'Air China', hub: 'PEK' },
  { index: 2, code: 'CK', prefix: '112', nameCn: '中国货运航空', nameEn: 'China Cargo Airlines', hub: 'PVG' },
];

const everyDay = [1, 2, 3, 4, 5, 6, 7];

/** Where each airline flies from its hub: airport, minutes of the way, local minute of leaving there and back, days. */
const routes: readonly (readonly [to: string, minutes: number, out: number, back: number, days: readonly number[]])[] =
  [
    ['FRA', 690, 1_425, 840, everyDay],
    ['AMS', 700, 60, 960, [1, 3, 5, 6]],
    ['LAX', 740, 1_320, 780, everyDay],
    ['NRT', 200, 540, 900, everyDay],
    ['SIN', 330, 510, 1_020, everyDay],
    ['CGO', 120, 600, 1_080, everyDay],
    ['CKG', 165, 660, 1_140, everyDay],
  ];

/** Flights on from ports that goods come to by sea. */
const onward: readonly FlightPlan[] = [
  {
    flight: 'CA591',
    airline: 'CA',
    from: 'DWC',
    to: 'FRA',
    days: [1, 2, 4, 6],
    leaves: 1_350,
    minutes: 425,
    aircraft: '77F',
  },
  {
    flight: 'CK593',
    airline: 'CK',
    from: 'SIN',
    to: 'FRA',
    days: [1, 3, 5, 7],
    leaves: 1_410,
    minutes: 795,
    aircraft: '77F',
  },
];

/** Flights from the airlines' hubs and back. */
const fromHubs: readonly FlightPlan[] = airlines.flatMap(({ code, hub, index }) =>
  routes.flatMap(([to, minutes, out, back, days], route): FlightPlan[] => {
    const number = 401 + index * 40 + route * 2;
    const common = { airline: code, days, minutes, aircraft: minutes > 600 ? '77F' : '73F' };
    return [
      { ...common, flight: `${code}${number}`, from: hub, to, leaves: out },
      { ...common, flight: `${code}${number + 1}`, from: to, to: hub, leaves: back },
    ];
  }),
);

/** All flights of the world's airlines. */
export const flightPlans: readonly FlightPlan[] = [...fromHubs, ...onward];

const airports = once(
  () =>
    new Map(
      parseAirports(readFileSync(new URL('../../../generated/airports.csv', import.meta.url), 'utf8')).map((row) => [
        row.code,
        row,
      ]),
    ),
);

const airportOf = (code: string): AirportRow | undefined => airports().get(code);

/** Zone of an airport. */
export const zoneOfAirport = (code: string): string => airportOf(code)?.zone ?? 'UTC';

/** How far an airport is from a place, in nautical miles; undefined for one that is not known. */
export function nmToAirport(code: string, place: LonLat): number | undefined {
  const airport = airportOf(code);
  return airport && distanceNm([airport.lon, airport.lat], place);
}

/** The flight of a plan on a day (midnight as if of UTC); undefined when it does not fly then. */
export function flightOn(plan: FlightPlan, midnight: number): Flight | undefined {
  const weekday = ((Math.floor(midnight / DAY_MS) + 3) % 7) + 1;
  if (!plan.days.includes(weekday)) return undefined;
  const departure = firstInstantOfLocal(midnight + plan.leaves * MINUTE_MS, zoneOfAirport(plan.from));
  const day = new Date(midnight).toISOString().slice(0, 10);
  return { ...plan, day, departure, arrival: departure + plan.minutes * MINUTE_MS };
}

/** The first flight between two airports that leaves at or after a moment. */
export function nextFlight(airline: string, from: string, to: string, after: Instant): Flight | undefined {
  const plan = flightPlans.find((one) => one.airline === airline && one.from === from && one.to === to);
  if (plan === undefined) return undefined;
  const start = Math.floor(after / DAY_MS) * DAY_MS - DAY_MS;
  for (let day = 0; day < 10; day += 1) {
    const flight = flightOn(plan, start + day * DAY_MS);
    if (flight !== undefined && flight.departure >= after) return flight;
  }
  return undefined;
}
