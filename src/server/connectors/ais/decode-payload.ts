import { flag, signed, text, unsigned } from './bits.ts';
import type { Bits } from './bits.ts';
import type { AisMessage, Dimensions, Reception } from './messages.ts';

type Maybe = number | null | undefined;

/** A number with one value that means "not available", and everything from `none` on when the standard reserves it. */
function known(value: number | undefined, none: number): Maybe {
  if (value === undefined) return undefined;
  return value >= none ? null : value;
}

function scaled(value: number | undefined, none: number, divisor: number): Maybe {
  if (value === undefined) return undefined;
  return value >= none ? null : value / divisor;
}

/** Degrees from a part of a minute; what lies beyond the limit (181, 91 and impossible ones) is no position. */
function degrees(value: number | undefined, perDegree: number, limit: number): Maybe {
  if (value === undefined) return undefined;
  const angle = value / perDegree;
  return angle > limit || angle < -limit ? null : angle;
}

const perDegree = 600_000;
const longitude = (bits: Bits, start: number): Maybe => degrees(signed(bits, start, 28), perDegree, 180);
const latitude = (bits: Bits, start: number): Maybe => degrees(signed(bits, start, 27), perDegree, 90);
const speedAt = (bits: Bits, start: number): Maybe => scaled(unsigned(bits, start, 10), 1023, 10);
const courseAt = (bits: Bits, start: number): Maybe => scaled(unsigned(bits, start, 12), 3600, 10);
const headingAt = (bits: Bits, start: number): Maybe => known(unsigned(bits, start, 9), 360);

/** Degrees a minute by the formula of ITU-R M.1371: the indicated value is 4.733 times the root of the rate. */
function rateOfTurn(raw: number | undefined): Maybe {
  if (raw === undefined) return undefined;
  if (raw === -128 || raw === 127 || raw === -127) return null;
  const root = raw / 4.733;
  return raw < 0 ? -(root * root) : root * root;
}

function sumOf(a: number | undefined, b: number | undefined): Maybe {
  if (a === undefined || b === undefined) return undefined;
  return a + b === 0 ? null : a + b;
}

function dimensions(bits: Bits, start: number): Dimensions {
  const toBow = unsigned(bits, start, 9);
  const toStern = unsigned(bits, start + 9, 9);
  const toPort = unsigned(bits, start + 18, 6);
  const toStarboard = unsigned(bits, start + 24, 6);
  return { toBow, toStern, toPort, toStarboard, length: sumOf(toBow, toStern), beam: sumOf(toPort, toStarboard) };
}

/** A part of a date or time inside its range; null when the sender leaves it open. */
function within(value: number | undefined, low: number, high: number): Maybe {
  if (value === undefined) return undefined;
  return value < low || value > high ? null : value;
}

function classA(bits: Bits, type: number, repeat: number, mmsi: number, reception: Reception): AisMessage {
  const rateOfTurnRaw = signed(bits, 42, 8);
  return {
    kind: 'positionA',
    type,
    repeat,
    mmsi,
    reception,
    status: unsigned(bits, 38, 4),
    rateOfTurn: rateOfTurn(rateOfTurnRaw),
    rateOfTurnRaw,
    speed: speedAt(bits, 50),
    accuracy: flag(bits, 60),
    lon: longitude(bits, 61),
    lat: latitude(bits, 89),
    course: courseAt(bits, 116),
    heading: headingAt(bits, 128),
    second: unsigned(bits, 137, 6),
    manoeuvre: unsigned(bits, 143, 2),
    raim: flag(bits, 148),
    radio: unsigned(bits, 149, 19),
  };
}

function baseStation(bits: Bits, type: number, repeat: number, mmsi: number, reception: Reception): AisMessage {
  const year = within(unsigned(bits, 38, 14), 1, 9999);
  const month = within(unsigned(bits, 52, 4), 1, 12);
  const day = within(unsigned(bits, 56, 5), 1, 31);
  const hour = within(unsigned(bits, 61, 5), 0, 23);
  const minute = within(unsigned(bits, 66, 6), 0, 59);
  const second = within(unsigned(bits, 72, 6), 0, 59);
  const complete = year != null && month != null && day != null && hour != null && minute != null && second != null;
  return {
    kind: 'baseStation',
    type,
    repeat,
    mmsi,
    reception,
    year,
    month,
    day,
    hour,
    minute,
    second,
    time: complete ? Date.UTC(year, month - 1, day, hour, minute, second) : null,
    accuracy: flag(bits, 78),
    lon: longitude(bits, 79),
    lat: latitude(bits, 107),
    epfd: unsigned(bits, 134, 4),
    raim: flag(bits, 148),
  };
}

function voyage(bits: Bits, type: number, repeat: number, mmsi: number, reception: Reception): AisMessage {
  const imo = unsigned(bits, 40, 30);
  const draught = unsigned(bits, 294, 8);
  return {
    kind: 'voyage',
    type,
    repeat,
    mmsi,
    reception,
    aisVersion: unsigned(bits, 38, 2),
    imo: imo === 0 ? null : imo,
    callSign: text(bits, 70, 42),
    name: text(bits, 112, 120),
    shipType: unsigned(bits, 232, 8),
    ...dimensions(bits, 240),
    epfd: unsigned(bits, 270, 4),
    etaMonth: within(unsigned(bits, 274, 4), 1, 12),
    etaDay: within(unsigned(bits, 278, 5), 1, 31),
    etaHour: within(unsigned(bits, 283, 5), 0, 23),
    etaMinute: within(unsigned(bits, 288, 6), 0, 59),
    draught: draught === undefined ? undefined : draught === 0 ? null : draught / 10,
    destination: text(bits, 302, 120),
    dte: flag(bits, 422),
  };
}

const searchAndRescue = (bits: Bits, type: number, repeat: number, mmsi: number, reception: Reception): AisMessage => ({
  kind: 'sar',
  type,
  repeat,
  mmsi,
  reception,
  altitude: known(unsigned(bits, 38, 12), 4095),
  speed: known(unsigned(bits, 50, 10), 1023),
  accuracy: flag(bits, 60),
  lon: longitude(bits, 61),
  lat: latitude(bits, 89),
  course: courseAt(bits, 116),
  second: unsigned(bits, 128, 6),
  dte: flag(bits, 142),
  assigned: flag(bits, 146),
  raim: flag(bits, 147),
});

const classB = (bits: Bits, type: number, repeat: number, mmsi: number, reception: Reception): AisMessage => ({
  kind: 'positionB',
  type,
  repeat,
  mmsi,
  reception,
  speed: speedAt(bits, 46),
  accuracy: flag(bits, 56),
  lon: longitude(bits, 57),
  lat: latitude(bits, 85),
  course: courseAt(bits, 112),
  heading: headingAt(bits, 124),
  second: unsigned(bits, 133, 6),
  assigned: flag(bits, 146),
  raim: flag(bits, 147),
});

const extendedB = (bits: Bits, type: number, repeat: number, mmsi: number, reception: Reception): AisMessage => ({
  kind: 'extendedB',
  type,
  repeat,
  mmsi,
  reception,
  speed: speedAt(bits, 46),
  accuracy: flag(bits, 56),
  lon: longitude(bits, 57),
  lat: latitude(bits, 85),
  course: courseAt(bits, 112),
  heading: headingAt(bits, 124),
  second: unsigned(bits, 133, 6),
  name: text(bits, 143, 120),
  shipType: unsigned(bits, 263, 8),
  ...dimensions(bits, 271),
  epfd: unsigned(bits, 301, 4),
  raim: flag(bits, 305),
  dte: flag(bits, 306),
  assigned: flag(bits, 307),
});

/** The name of an aid may go on behind the fixed fields, in whole characters. */
function aidName(bits: Bits): string | null | undefined {
  const name = text(bits, 43, 120);
  const more = bits.length >= 278 ? text(bits, 272, Math.min(88, Math.trunc((bits.length - 272) / 6) * 6)) : null;
  // Only a full name goes on; behind a shorter one stands filling.
  const full = unsigned(bits, 157, 6) !== 0;
  return name != null && more != null && full ? name + more : name;
}

const aid = (bits: Bits, type: number, repeat: number, mmsi: number, reception: Reception): AisMessage => ({
  kind: 'aid',
  type,
  repeat,
  mmsi,
  reception,
  aidType: unsigned(bits, 38, 5),
  name: aidName(bits),
  accuracy: flag(bits, 163),
  lon: longitude(bits, 164),
  lat: latitude(bits, 192),
  ...dimensions(bits, 219),
  epfd: unsigned(bits, 249, 4),
  second: unsigned(bits, 253, 6),
  offPosition: flag(bits, 259),
  raim: flag(bits, 268),
  virtual: flag(bits, 269),
  assigned: flag(bits, 270),
});

const noDimensions: Dimensions = {
  toBow: undefined,
  toStern: undefined,
  toPort: undefined,
  toStarboard: undefined,
  length: undefined,
  beam: undefined,
};

function staticData(bits: Bits, type: number, repeat: number, mmsi: number, reception: Reception): AisMessage {
  const part = unsigned(bits, 38, 2);
  if (part === 0) return { kind: 'staticA', type, repeat, mmsi, reception, part, name: text(bits, 40, 120) };
  if (part !== 1) return { kind: 'other', type, repeat, mmsi, reception };
  const isAuxiliary = Math.trunc(mmsi / 10_000_000) === 98;
  const mother = isAuxiliary ? unsigned(bits, 132, 30) : undefined;
  return {
    kind: 'staticB',
    type,
    repeat,
    mmsi,
    reception,
    part,
    shipType: unsigned(bits, 40, 8),
    vendor: text(bits, 48, 18),
    unitModel: unsigned(bits, 66, 4),
    serial: unsigned(bits, 70, 20),
    callSign: text(bits, 90, 42),
    ...(isAuxiliary ? noDimensions : dimensions(bits, 132)),
    motherMmsi: mother === 0 ? null : mother,
  };
}

const longRange = (bits: Bits, type: number, repeat: number, mmsi: number, reception: Reception): AisMessage => ({
  kind: 'longRange',
  type,
  repeat,
  mmsi,
  reception,
  accuracy: flag(bits, 38),
  raim: flag(bits, 39),
  status: unsigned(bits, 40, 4),
  lon: degrees(signed(bits, 44, 18), 600, 180),
  lat: degrees(signed(bits, 62, 17), 600, 90),
  speed: known(unsigned(bits, 79, 6), 63),
  course: known(unsigned(bits, 85, 9), 360),
  old: flag(bits, 94),
});

/** Decodes a payload by ITU-R M.1371-5; undefined when it is too short to say who sent it. */
export function decodePayload(bits: Bits, reception: Reception): AisMessage | undefined {
  const type = unsigned(bits, 0, 6);
  const repeat = unsigned(bits, 6, 2);
  const mmsi = unsigned(bits, 8, 30);
  if (type === undefined || repeat === undefined || mmsi === undefined) return undefined;
  switch (type) {
    case 1:
    case 2:
    case 3:
      return classA(bits, type, repeat, mmsi, reception);
    case 4:
    case 11:
      return baseStation(bits, type, repeat, mmsi, reception);
    case 5:
      return voyage(bits, type, repeat, mmsi, reception);
    case 9:
      return searchAndRescue(bits, type, repeat, mmsi, reception);
    case 18:
      return classB(bits, type, repeat, mmsi, reception);
    case 19:
      return extendedB(bits, type, repeat, mmsi, reception);
    case 21:
      return aid(bits, type, repeat, mmsi, reception);
    case 24:
      return staticData(bits, type, repeat, mmsi, reception);
    case 27:
      return longRange(bits, type, repeat, mmsi, reception);
    default:
      return { kind: 'other', type, repeat, mmsi, reception };
  }
}
