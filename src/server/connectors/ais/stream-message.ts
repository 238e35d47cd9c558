import type { Instant } from '#shared/time/instant.ts';
import { asObject, cleanText } from '../untrusted.ts';
import { type DecoderOptions, noCounts, type StreamDecoder } from './decoder.ts';
import type { AisMessage, ClassAPosition, Dimensions, Fix, Reception } from './messages.ts';

/** What one frame of AISStream says: a message, a refusal of the service in its words, or nothing that is used here. */
export type StreamFrame =
  | { kind: 'message'; message: AisMessage }
  | { kind: 'error'; text: string }
  | { kind: 'other' }
  | { kind: 'bad'; reason: 'badFrame' | 'badFrameFields' };

type Fields = Readonly<Record<string, unknown>>;

/** The types of messages that are requested, as AISStream names them. */
export const streamTypes = [
  'PositionReport',
  'StandardClassBPositionReport',
  'ExtendedClassBPositionReport',
  'ShipStaticData',
] as const;

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const numberOf = (fields: Fields, name: string): number | undefined => {
  const value = fields[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};

const booleanOf = (fields: Fields, name: string): boolean | undefined => {
  const value = fields[name];
  return typeof value === 'boolean' ? value : undefined;
};

/** A number within bounds; null for one outside of them, which AIS uses for "not available". */
function within(fields: Fields, name: string, min: number, max: number): number | null | undefined {
  const value = numberOf(fields, name);
  return value === undefined || (value >= min && value <= max) ? value : null;
}

/** Text as AIS sends it is filled up with blanks or @. */
function textOf(fields: Fields, name: string): string | null | undefined {
  const value = fields[name];
  if (typeof value !== 'string') return undefined;
  const text = cleanText((value.split('@', 1)[0] ?? '').slice(0, 60));
  return text === '' ? null : text;
}

/**
 * The moment of `time_utc`, which is written as `2022-12-29 18:22:32.318353 +0000 UTC` (the fraction may be missing or longer);
 * undefined for anything else.
 */
export function readStreamTime(text: unknown): Instant | undefined {
  if (typeof text !== 'string') return undefined;
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,9}))? \+0000(?: UTC)?$/.exec(text);
  if (parts === null) return undefined;
  const [, day, time, fraction = ''] = parts;
  const at = Date.parse(`${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`);
  return Number.isNaN(at) ? undefined : at;
}

const fixOf = (fields: Fields): Fix => ({
  lon: within(fields, 'Longitude', -180, 180),
  lat: within(fields, 'Latitude', -90, 90),
  accuracy: booleanOf(fields, 'PositionAccuracy'),
  speed: within(fields, 'Sog', 0, 102.2),
  course: within(fields, 'Cog', 0, 359.9),
  heading: within(fields, 'TrueHeading', 0, 359),
  second: numberOf(fields, 'Timestamp'),
  raim: booleanOf(fields, 'Raim'),
});

function dimensionsOf(fields: Fields): Dimensions {
  const own = asObject(fields['Dimension']) ?? {};
  const [toBow, toStern] = [numberOf(own, 'A'), numberOf(own, 'B')];
  const [toPort, toStarboard] = [numberOf(own, 'C'), numberOf(own, 'D')];
  const sum = (a: number | undefined, b: number | undefined): number | null | undefined =>
    a === undefined || b === undefined ? undefined : a + b > 0 && a + b < 1100 ? a + b : null;
  return { toBow, toStern, toPort, toStarboard, length: sum(toBow, toStern), beam: sum(toPort, toStarboard) };
}

type Head = Pick<AisMessage, 'type' | 'repeat' | 'mmsi' | 'reception'>;

const classA = (fields: Fields, head: Head): ClassAPosition => ({
  ...head,
  ...fixOf(fields),
  kind: 'positionA',
  status: within(fields, 'NavigationalStatus', 0, 15) ?? undefined,
  rateOfTurn: undefined,
  rateOfTurnRaw: numberOf(fields, 'RateOfTurn'),
  manoeuvre: numberOf(fields, 'SpecialManoeuvreIndicator'),
  radio: undefined,
});

function staticData(fields: Fields, head: Head): AisMessage {
  const eta = asObject(fields['Eta']) ?? {};
  const imo = numberOf(fields, 'ImoNumber');
  const draught = within(fields, 'MaximumStaticDraught', 0.1, 25.5);
  return {
    ...head,
    ...dimensionsOf(fields),
    kind: 'voyage',
    aisVersion: numberOf(fields, 'AisVersion'),
    imo: imo === undefined || !Number.isInteger(imo) ? undefined : imo === 0 || imo > 9_999_999 ? null : imo,
    callSign: textOf(fields, 'CallSign'),
    name: textOf(fields, 'Name'),
    shipType: within(fields, 'Type', 0, 255) ?? undefined,
    epfd: numberOf(fields, 'FixType'),
    etaMonth: within(eta, 'Month', 1, 12),
    etaDay: within(eta, 'Day', 1, 31),
    etaHour: within(eta, 'Hour', 0, 23),
    etaMinute: within(eta, 'Minute', 0, 59),
    draught,
    destination: textOf(fields, 'Destination'),
    dte: booleanOf(fields, 'Dte'),
  };
}

/** The same messages as sentences of receivers give; types that are not used stay out. */
function messageOf(type: string, fields: Fields, head: Head): AisMessage | undefined {
  switch (type) {
    case 'PositionReport':
      return classA(fields, { ...head, type: 1 });
    case 'StandardClassBPositionReport':
      return { ...head, type: 18, ...fixOf(fields), kind: 'positionB', assigned: undefined };
    case 'ExtendedClassBPositionReport':
      return {
        ...head,
        type: 19,
        ...fixOf(fields),
        ...dimensionsOf(fields),
        kind: 'extendedB',
        name: textOf(fields, 'Name'),
        shipType: within(fields, 'Type', 0, 255) ?? undefined,
        epfd: undefined,
        dte: undefined,
        assigned: undefined,
      };
    case 'ShipStaticData':
      return staticData(fields, { ...head, type: 5 });
    default:
      return undefined;
  }
}

/**
 * Reads one frame of AISStream. `UserID` of the message is the MMSI, that of the meta data stands in for it; a message without
 * either, or without a time that can be read, is refused, because a wrong time would move a ship. Never throws.
 */
export function readStreamFrame(text: string): StreamFrame {
  const frame = asObject(readJson(text));
  if (frame === undefined) return { kind: 'bad', reason: 'badFrame' };
  const { MessageType: type, error } = frame;
  if (typeof error === 'string') return { kind: 'error', text: cleanText(error.slice(0, 200)) };
  if (typeof type !== 'string') return { kind: 'bad', reason: 'badFrame' };
  if (!streamTypes.some((known) => known === type)) return { kind: 'other' };
  const fields = asObject(asObject(frame['Message'])?.[type]);
  const meta = asObject(frame['MetaData']);
  if (fields === undefined || meta === undefined) return { kind: 'bad', reason: 'badFrameFields' };
  // The service marks what it could not decode.
  if (fields['Valid'] === false) return { kind: 'bad', reason: 'badFrameFields' };
  const mmsi = numberOf(fields, 'UserID') ?? numberOf(meta, 'MMSI');
  const at = readStreamTime(meta['time_utc']);
  if (mmsi === undefined || !Number.isInteger(mmsi) || mmsi < 1 || mmsi > 999_999_999 || at === undefined)
    return { kind: 'bad', reason: 'badFrameFields' };
  const reception: Reception = { at, station: null, talker: 'AI', channel: null, own: false };
  const message = messageOf(type, fields, { type: 0, repeat: 0, mmsi, reception });
  return message === undefined ? { kind: 'other' } : { kind: 'message', message };
}

/** A decoder of AISStream with the counts of the one for sentences: every piece it is given is one frame. */
export function createStreamDecoder({ onRefused }: Pick<DecoderOptions, 'onRefused'> = {}): StreamDecoder {
  const counts = noCounts();
  return {
    feed(frame, _now, emit) {
      counts.lines += 1;
      const read = readStreamFrame(Buffer.from(frame).toString('utf8'));
      if (read.kind === 'bad') {
        counts.refused[read.reason] += 1;
        onRefused?.(read.reason, frame);
        return;
      }
      counts.sentences += 1;
      if (read.kind !== 'message') {
        counts.others += 1;
        return;
      }
      counts.messages += 1;
      emit(read.message);
    },
    end: () => undefined,
    counts: () => counts,
  };
}
