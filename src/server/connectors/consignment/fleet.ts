import { type EventTimes, noTimes, type Section, type Reported } from '#domain/tracking/journey/consignment.ts';
import { roadMilestones as v } from '#domain/tracking/journey/road.ts';
import { isZone } from '#shared/time/zone.ts';
import { itemAt } from '#shared/values/items.ts';
import type { Connector, PullRequest } from '../types.ts';
import { parseWith } from './parse-with.ts';
import { pullJson } from './pull.ts';
import type { Fields, Reader } from './reader.ts';

const milestoneOf: Readonly<Record<string, string>> = {
  ASSIGNED: v.ordered,
  LOADED: v.loaded,
  OFF_ROUTE: v.offRoute,
  ON_ROUTE: v.backOnRoute,
  UNLOADED: v.unloaded,
  SIGNED: v.signed,
};

type Stop = { place: string; zone: string | null; arrives: EventTimes; departs: EventTimes };

function stopOf(reader: Reader, fields: Fields): Stop[] {
  const place = reader.code(fields, 'siteCode');
  if (place === null) {
    reader.note('missing_field', 'siteCode');
    return [];
  }
  const zone = reader.text(fields, 'zone');
  const times = (which: 'Arrival' | 'Departure', happened: string): EventTimes => ({
    planned: reader.instant(fields, `planned${which}`),
    estimated: reader.instant(fields, `estimated${which}`),
    actual: reader.happened(reader.instant(fields, happened), happened),
  });
  return [
    {
      place,
      zone: zone !== null && isZone(zone) ? zone : null,
      arrives: times('Arrival', 'enteredAt'),
      departs: times('Departure', 'leftAt'),
    },
  ];
}

const isReported = ({ planned, estimated, actual }: EventTimes): boolean => (planned ?? estimated ?? actual) !== null;

/** Moments at which the truck is to come into the fence of a stop, or came, and the same of leaving it. */
const callsOf = (stop: Stop, carrier: string | null, run: string): Reported[] =>
  (
    [
      [v.reached, stop.arrives],
      [v.left, stop.departs],
    ] as const
  )
    .filter(([, times]) => isReported(times))
    .map(([statusCode, times]) => ({
      statusCode,
      place: stop.place,
      times,
      unitNo: null,
      carrier,
      run,
      wording: null,
    }));

function eventOf(reader: Reader, fields: Fields, carrier: string | null, run: string): Reported[] {
  const word = reader.text(fields, 'type');
  const statusCode = word === null ? undefined : milestoneOf[word];
  if (statusCode === undefined) {
    reader.note(word === null ? 'missing_field' : 'bad_enumeration', 'type', word ?? undefined);
    return [];
  }
  const at = reader.happened(reader.instant(fields, 'at'), 'at');
  if (at === null) return [];
  const place = reader.code(fields, 'siteCode');
  const wording = reader.text(fields, 'text');
  return [{ statusCode, place, times: { ...noTimes, actual: at }, unitNo: null, carrier, run, wording }];
}

/** A haulier's fleet system over HTTP: orders with their stops, planned and as the fences saw the truck. */
export const fleetConnector: Connector = {
  protocol: 'fleet',
  queriedBy: 'pipeline',
  emptyMeans: 'unanswered',
  pull: (request: PullRequest) => pullJson(request, 'orders', encodeURIComponent(request.billNo ?? '')),
  parse: parseWith((reader, answer, _pushed, about) => {
    const [order, plate] = [reader.code(answer, 'orderNo'), reader.code(answer, 'plateNo')];
    if (order === null) return undefined;
    if (about.billNo !== order && about.billNo !== plate)
      return void reader.note('unknown_reference', 'orderNo', order);
    const stops = reader.items(answer, 'stops').flatMap((fields, index) => {
      reader.index = index;
      return stopOf(reader, fields);
    });
    const statements = reader.items(answer, 'events').flatMap((fields, index) => {
      reader.index = index;
      return eventOf(reader, fields, plate, order);
    });
    reader.index = null;
    const sections = stops.slice(1).map((stop, index): Section => {
      const before = itemAt(stops, index);
      return {
        carrier: plate,
        run: order,
        from: before.place,
        to: stop.place,
        departs: before.departs,
        arrives: stop.arrives,
      };
    });
    return {
      zones: new Map(stops.flatMap(({ place, zone }) => (zone === null ? [] : [[place, zone] as const]))),
      consignment: {
        mode: 'road',
        number: about.billNo,
        operator: about.carrierCode,
        origin: stops[0]?.place ?? null,
        destination: stops.at(-1)?.place ?? null,
        pieces: reader.amount(answer, 'pieces'),
        weightKg: reader.amount(answer, 'weightKg'),
        units: plate === null ? [] : [plate],
        sections,
        statements: [...stops.flatMap((stop) => callsOf(stop, plate, order)), ...statements],
        promised: null,
      },
    };
  }),
};
