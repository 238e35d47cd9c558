import { type EventTimes, noTimes, type Section, type Reported } from '#domain/tracking/journey/consignment.ts';
import { railMilestones as r } from '#domain/tracking/journey/rail.ts';
import { readRailNumber } from '#shared/ids/rail-number.ts';
import type { Connector, PullRequest } from '../types.ts';
import { asObject } from '../untrusted.ts';
import { parseWith } from './parse-with.ts';
import { pullJson } from './pull.ts';
import type { Fields, Reader } from './reader.ts';

const milestoneOf: Readonly<Record<string, string>> = {
  ACCEPTED: r.accepted,
  LOADED: r.loaded,
  DEPARTED: r.departed,
  PASSED: r.passed,
  ARRIVED: r.arrived,
  BORDER_IN: r.borderReached,
  GAUGE_START: r.gaugeStarted,
  GAUGE_END: r.gaugeFinished,
  CUSTOMS_RELEASED: r.customsCleared,
  BORDER_OUT: r.borderLeft,
  UNLOADED: r.unloaded,
  HANDED_OVER: r.handedOver,
};

/** Clocks by which railways write times: Chinese railways go by Beijing, those of the wide gauge by Moscow, all others by the place. */
const clocks: Readonly<Record<string, string>> = { BEIJING: 'Asia/Shanghai', MOSCOW: 'Europe/Moscow' };

function zoneOf(reader: Reader, fields: Fields, station: string | null): string | undefined {
  const clock = reader.code(fields, 'clock') ?? 'LOCAL';
  if (clock !== 'LOCAL' && clocks[clock] === undefined) reader.note('bad_zone', 'clock', clock);
  return clocks[clock] ?? (station === null ? undefined : reader.reference.zoneOf(station));
}

function timesOf(reader: Reader, fields: unknown, zone: string | undefined): EventTimes {
  const own = asObject(fields) ?? {};
  return {
    planned: reader.local(own, 'planned', zone),
    estimated: reader.local(own, 'estimated', zone),
    actual: reader.happened(reader.local(own, 'actual', zone), 'actual'),
  };
}

function sectionOf(reader: Reader, fields: Fields): Section[] {
  const [from, to] = [reader.code(fields, 'from'), reader.code(fields, 'to')];
  if (from === null || to === null) {
    reader.note('missing_field', from === null ? 'from' : 'to');
    return [];
  }
  return [
    {
      carrier: reader.code(fields, 'trainNo'),
      run: reader.code(fields, 'trainDate'),
      from,
      to,
      departs: timesOf(reader, fields['departure'], zoneOf(reader, asObject(fields['departure']) ?? {}, from)),
      arrives: timesOf(reader, fields['arrival'], zoneOf(reader, asObject(fields['arrival']) ?? {}, to)),
    },
  ];
}

function eventOf(reader: Reader, fields: Fields): Reported[] {
  const word = reader.text(fields, 'event');
  const statusCode = word === null ? undefined : milestoneOf[word];
  if (statusCode === undefined) {
    reader.note(word === null ? 'missing_field' : 'bad_enumeration', 'event', word ?? undefined);
    return [];
  }
  const place = reader.code(fields, 'station');
  const at = reader.happened(reader.local(fields, 'time', zoneOf(reader, fields, place)), 'time');
  if (at === null) return [];
  return [
    {
      statusCode,
      place,
      times: { ...noTimes, actual: at },
      unitNo: null,
      carrier: reader.code(fields, 'trainNo'),
      run: reader.code(fields, 'trainDate'),
      wording: reader.text(fields, 'text'),
    },
  ];
}

/** Departures and arrivals that are only planned or expected, of sections whose events did not come yet. */
const expectedOf = ({ carrier, run, from, to, departs, arrives }: Section): Reported[] =>
  (
    [
      [r.departed, from, departs],
      [r.arrived, to, arrives],
    ] as const
  ).flatMap(([statusCode, place, times]) =>
    times.planned === null && times.estimated === null && times.actual === null
      ? []
      : [{ statusCode, place, times, unitNo: null, carrier, run, wording: null }],
  );

/** A railway operator's interface over HTTP: sections with their trains, border stations, times by several clocks. */
export const railConnector: Connector = {
  protocol: 'railway',
  queriedBy: 'pipeline',
  emptyMeans: 'unanswered',
  pull: (request: PullRequest) => {
    const number = request.containerNo ?? request.billNo ?? '';
    const { kind } = readRailNumber(number);
    return pullJson(request, 'v1', 'shipments', { [kind ?? 'waybill']: number });
  },
  parse: parseWith((reader, answer, _pushed, about) => {
    const waybill = reader.code(answer, 'waybillNo');
    if (waybill === null) return undefined;
    const units = reader.items(answer, 'units').flatMap((unit) => reader.code(unit, 'number') ?? []);
    const requested = about.containerNo ?? about.billNo;
    const wagons = reader.items(answer, 'wagons').flatMap((wagon) => reader.code(wagon, 'number') ?? []);
    if (![waybill, ...units, ...wagons].includes(requested ?? ''))
      return void reader.note('unknown_reference', 'waybillNo', waybill);
    const sections = reader.items(answer, 'sections').flatMap((fields, index) => {
      reader.index = index;
      return sectionOf(reader, fields);
    });
    const statements = reader.items(answer, 'events').flatMap((fields, index) => {
      reader.index = index;
      return eventOf(reader, fields);
    });
    reader.index = null;
    const wording = new Set(statements.map(({ statusCode, place }) => `${statusCode}/${place}`));
    const expected = sections
      .flatMap(expectedOf)
      .filter(({ statusCode, place }) => !wording.has(`${statusCode}/${place}`));
    const planOf = ({ statusCode, place }: Reported): EventTimes | undefined =>
      sections.flatMap(expectedOf).find((one) => one.statusCode === statusCode && one.place === place)?.times;
    return {
      consignment: {
        mode: 'rail',
        number: waybill,
        operator: about.carrierCode,
        origin: reader.code(answer, 'origin'),
        destination: reader.code(answer, 'destination'),
        pieces: reader.amount(answer, 'pieces'),
        weightKg: reader.amount(answer, 'weightKg'),
        units: [...units, ...wagons],
        sections,
        statements: [
          ...statements.map((one) => ({ ...one, times: { ...(planOf(one) ?? noTimes), actual: one.times.actual } })),
          ...expected,
        ],
        promised: null,
      },
    };
  }),
};
