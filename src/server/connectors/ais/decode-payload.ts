import { characters, flag, signed, text, tidy, unsigned } from './bits.ts';
import type { Bits } from './bits.ts';
import {
  degrees,
  dimensions,
  courseAt,
  headingAt,
  known,
  latitude,
  longitude,
  rateOfTurn,
  speedAt,
  within,
} from './fields.ts';
import type { AisMessage, Dimensions, Fix, Reception } from './messages.ts';

/** What every message begins with, and how it came. */
type Head = Pick<AisMessage, 'type' | 'repeat' | 'mmsi' | 'reception'>;

function classA(bits: Bits, head: Head): AisMessage {
  const rateOfTurnRaw = signed(bits, 42, 8);
  return {
    ...head,
    kind: 'positionA',
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

function baseStation(bits: Bits, head: Head): AisMessage {
  const year = within(unsigned(bits, 38, 14), 1, 9999);
  const month = within(unsigned(bits, 52, 4), 1, 12);
  const day = within(unsigned(bits, 56, 5), 1, 31);
  const hour = within(unsigned(bits, 61, 5), 0, 23);
  const minute = within(unsigned(bits, 66, 6), 0, 59);
  const second = within(unsigned(bits, 72, 6), 0, 59);
  const complete = year != null && month != null && day != null && hour != null && minute != null && second != null;
  return {
    ...head,
    kind: 'baseStation',
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

function voyage(bits: Bits, head: Head): AisMessage {
  const imo = unsigned(bits, 40, 30);
  const draught = unsigned(bits, 294, 8);
  return {
    ...head,
    kind: 'voyage',
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

const searchAndRescue = (bits: Bits, head: Head): AisMessage => ({
  ...head,
  kind: 'sar',
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

/** What the two position reports of class B have in common. */
const movementB = (bits: Bits, head: Head): Head & Omit<Fix, 'raim'> => ({
  ...head,
  speed: speedAt(bits, 46),
  accuracy: flag(bits, 56),
  lon: longitude(bits, 57),
  lat: latitude(bits, 85),
  course: courseAt(bits, 112),
  heading: headingAt(bits, 124),
  second: unsigned(bits, 133, 6),
});

const classB = (bits: Bits, head: Head): AisMessage => ({
  ...movementB(bits, head),
  kind: 'positionB',
  assigned: flag(bits, 146),
  raim: flag(bits, 147),
});

const extendedB = (bits: Bits, head: Head): AisMessage => ({
  ...movementB(bits, head),
  kind: 'extendedB',
  name: text(bits, 143, 120),
  shipType: unsigned(bits, 263, 8),
  ...dimensions(bits, 271),
  epfd: unsigned(bits, 301, 4),
  raim: flag(bits, 305),
  dte: flag(bits, 306),
  assigned: flag(bits, 307),
});

/** The name of an aid; only a full one goes on behind the fixed fields, in whole characters. */
function aidName(bits: Bits): string | null | undefined {
  const name = characters(bits, 43, 120);
  if (name === undefined) return undefined;
  return tidy(name.length === 20 ? name + (characters(bits, 272, 88) ?? '') : name);
}

const aid = (bits: Bits, head: Head): AisMessage => ({
  ...head,
  kind: 'aid',
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

function staticData(bits: Bits, head: Head): AisMessage {
  const part = unsigned(bits, 38, 2);
  if (part === 0) return { ...head, kind: 'staticA', part, name: text(bits, 40, 120) };
  if (part !== 1) return { ...head, kind: 'other' };
  const isAuxiliary = Math.trunc(head.mmsi / 10_000_000) === 98;
  const mother = isAuxiliary ? unsigned(bits, 132, 30) : undefined;
  return {
    ...head,
    kind: 'staticB',
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

const longRange = (bits: Bits, head: Head): AisMessage => ({
  ...head,
  kind: 'longRange',
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
  const head = { type, repeat, mmsi, reception };
  switch (type) {
    case 1:
    case 2:
    case 3:
      return classA(bits, head);
    case 4:
    case 11:
      return baseStation(bits, head);
    case 5:
      return voyage(bits, head);
    case 9:
      return searchAndRescue(bits, head);
    case 18:
      return classB(bits, head);
    case 19:
      return extendedB(bits, head);
    case 21:
      return aid(bits, head);
    case 24:
      return staticData(bits, head);
    case 27:
      return longRange(bits, head);
    default:
      return { ...head, kind: 'other' };
  }
}
