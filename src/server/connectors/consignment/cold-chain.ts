import { noTimes, type Reported } from '#domain/tracking/journey/consignment.ts';
import { alarmMilestones, roadMilestones as v } from '#domain/tracking/journey/road.ts';
import { type Connector, PullFailure } from '../types.ts';
import { parseWith } from './parse-with.ts';
import type { Fields, Reader } from './reader.ts';

/** An excursion of a vehicle's cargo room as it is kept for the shipments on it. */
export type ReportedExcursion = {
  plateNo: string;
  beganAt: string;
  endedAt: string | null;
  extremeC: number;
  minC: number | null;
  maxC: number | null;
};

/** Doubt about the device of a vehicle, as it is kept for the shipments on it; it ends when somebody has looked. */
export type ReportedDoubt = { plateNo: string; doubtAt: string; checkedAt: string | null; network: string };

/** An alarm of the device of a vehicle, as it is kept for the shipments on it. */
export type ReportedAlarm = { plateNo: string; alarm: keyof typeof alarmMilestones; raisedAt: string };

const degrees = (fields: Fields, name: string): string | null =>
  typeof fields[name] === 'number' ? `${Math.round(fields[name] * 10) / 10}` : null;

/** What was measured, such as `12 °C (2 ~ 8 °C)`. */
const measured = (fields: Fields): string | null => {
  const [extreme, min, max] = ['extremeC', 'minC', 'maxC'].map((name) => degrees(fields, name));
  return extreme === null ? null : `${extreme} °C (${min ?? ''} ~ ${max ?? ''} °C)`;
};

const networkOf = (fields: Fields): string | null =>
  typeof fields['network'] === 'string' ? fields['network'].slice(0, 60) : null;

const isAlarm = (text: unknown): text is ReportedAlarm['alarm'] =>
  typeof text === 'string' && Object.hasOwn(alarmMilestones, text);

/** What a message tells: an excursion has `beganAt`, a doubt `doubtAt`, an alarm `raisedAt`. */
function eventsOf(reader: Reader, fields: Fields): Reported[] {
  const plate = reader.code(fields, 'plateNo');
  const { alarm } = fields;
  const moments = isAlarm(alarm)
    ? ([[alarmMilestones[alarm], 'raisedAt', null]] as const)
    : isDoubt(fields)
      ? ([
          [v.deviceInDoubt, 'doubtAt', networkOf(fields)],
          [v.deviceChecked, 'checkedAt', networkOf(fields)],
        ] as const)
      : ([
          [v.outOfRange, 'beganAt', measured(fields)],
          [v.inRange, 'endedAt', null],
        ] as const);
  return moments.flatMap(([statusCode, name, wording]): Reported[] => {
    const at = reader.happened(reader.instant(fields, name), name);
    return at === null
      ? []
      : [
          {
            statusCode,
            place: null,
            times: { ...noTimes, actual: at },
            unitNo: null,
            carrier: plate,
            run: null,
            wording,
          },
        ];
  });
}

const isDoubt = (fields: Fields): boolean => fields['doubtAt'] !== undefined;

/** What a message is about: an alarm, a doubt, or an excursion. */
const aboutOf = (fields: Fields): string =>
  isAlarm(fields['alarm'])
    ? `${fields['alarm']} ${String(fields['raisedAt'])}`
    : isDoubt(fields)
      ? `${String(fields['doubtAt'])} ${String(fields['network'])}`
      : String(fields['beganAt']);

/** The newest word on each, oldest first. */
const newestOf = (bodies: readonly Fields[]): Fields[] => [
  ...new Map(bodies.map((fields) => [aboutOf(fields), fields])).values(),
];

/**
 * What the devices of our own vehicles tell the shipments on board: excursions of temperature, alarms, and doubts about the device
 * itself. They come by themselves: nobody can be queried. Each body is a list with one excursion, as pushed messages are.
 */
export const coldChainConnector: Connector = {
  protocol: 'coldchain',
  queriedBy: 'nobody',
  emptyMeans: 'unanswered',
  pull: () => Promise.reject(new PullFailure('config_error', 'devices of vehicles report by themselves')),
  parse: parseWith((reader, _answer, pushed, about) => ({
    consignment: {
      mode: 'road',
      number: about.billNo,
      operator: about.carrierCode,
      origin: null,
      destination: null,
      pieces: null,
      weightKg: null,
      units: [],
      sections: [],
      statements: newestOf(pushed).flatMap((fields, index) => {
        reader.index = index;
        return eventsOf(reader, fields);
      }),
      promised: null,
    },
  })),
};
