import type { FlightRoute } from '#contract/network/flight.ts';
import { carrierText, placeIn, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { NetworkMemory } from '#server/modules/network/sailing/index.ts';
import type { Lang } from '#server/platform/context.ts';
import { chosenColumns, foundRows, type ListExport, readAsCall, type SheetCell } from '#server/platform/sheet/index.ts';
import { itemAt, lastItem } from '#shared/values/items.ts';
import { placeTimeText } from '#shared/time/place-time.ts';
import { checkAirports, queryFlights } from './query-flights.ts';

type Tools = { lang: Lang; reference: ReferenceSnapshot };
type Leg = FlightRoute['legs'][number];
type Column = { title: { zh: string; en: string }; value: (route: FlightRoute, tools: Tools) => SheetCell };

const zoneOf = (code: string, { reference }: Tools): string | null => placeIn(reference, code)?.zone ?? null;

function airportText(code: string, { reference, lang }: Tools): string {
  const place = placeIn(reference, code);
  const name = (lang === 'zh' ? place?.nameCn : null) ?? place?.name;
  return name === undefined ? code : `${name} ${code}`;
}

const first = ({ legs }: FlightRoute): Leg => itemAt(legs, 0);
const last = ({ legs }: FlightRoute): Leg => lastItem(legs);
const legsText = (of: (leg: Leg) => string) => (route: FlightRoute) => route.legs.map(of).join(' / ');
/** 12:05 as a length of time. */
const lengthText = (minutes: number): string => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

/** Where goods change planes: when they come, and when they go on. */
const changesText = ({ legs }: FlightRoute, tools: Tools): string =>
  legs
    .slice(1)
    .map((leg, index) => {
      const zone = zoneOf(leg.fromAirport, tools);
      const came = placeTimeText(itemAt(legs, index).arrivalTime, zone, tools.lang);
      return `${airportText(leg.fromAirport, tools)} ${came} – ${placeTimeText(leg.departureTime, zone, tools.lang)}`;
    })
    .join(' / ');

const column = (zh: string, en: string, value: Column['value']): Column => ({ title: { zh, en }, value });

const columns: ReadonlyMap<string, Column> = new Map<string, Column>([
  ['airline', column('航空公司', 'Airline', ({ airlineCode }, tools) => carrierText(tools, airlineCode))],
  [
    'flight',
    column(
      '航班号',
      'Flight no.',
      legsText(({ flightNo }) => flightNo),
    ),
  ],
  [
    'aircraft',
    column(
      '机型',
      'Aircraft',
      legsText(({ aircraft }) => aircraft ?? '—'),
    ),
  ],
  [
    'days',
    column(
      '班期（1 为周一）',
      'Days of the week (1 = Monday)',
      legsText(({ days }) => days),
    ),
  ],
  ['from', column('起飞机场', 'From airport', (route, tools) => airportText(first(route).fromAirport, tools))],
  [
    'departure',
    column('起飞', 'Departure', (route, tools) =>
      placeTimeText(route.departureTime, zoneOf(first(route).fromAirport, tools), tools.lang),
    ),
  ],
  ['change', column('中转', 'Change', changesText)],
  ['to', column('到达机场', 'To airport', (route, tools) => airportText(last(route).toAirport, tools))],
  [
    'arrival',
    column('到达', 'Arrival', (route, tools) =>
      placeTimeText(route.arrivalTime, zoneOf(last(route).toAirport, tools), tools.lang),
    ),
  ],
  ['shift', column('跨天', 'Days later', (route) => last(route).arrivalShift)],
  ['transit', column('全程（时:分）', 'Transit (h:mm)', ({ transitMinutes }) => lengthText(transitMinutes))],
  [
    'cutOff',
    column('截止收货', 'Latest acceptance', (route, tools) =>
      route.cutOffTime === null
        ? ''
        : placeTimeText(route.cutOffTime, zoneOf(first(route).fromAirport, tools), tools.lang),
    ),
  ],
]);

/** Flights from airport to airport as a file, each time in the zone of its airport. They are found when the file is written. */
export const flightExport = (current: () => ReferenceSnapshot, memory: NetworkMemory): ListExport => ({
  title: { zh: '航班查询', en: 'Flights from airport to airport' },
  call: 'flightQuery',
  prepare: (ctx, query, names) => {
    const input = readAsCall('flightQuery', query);
    const reference = current();
    checkAirports(input, reference);
    const wanted = chosenColumns(columns, names);
    const tools = { lang: ctx.lang, reference };
    return {
      titles: wanted.map(({ title }) => title[ctx.lang]),
      ...foundRows(
        async () => (await queryFlights({ ctx, input, memory, reference })).records,
        (route) => wanted.map(({ value }) => value(route, tools)),
      ),
    };
  },
});
