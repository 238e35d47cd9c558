import { decodeGbk } from '#shared/text/gbk.ts';
import { alarmsOf808 } from '../alarms.ts';
import { bcdMoment, u16, u32, u8 } from '../bytes.ts';
import { type Read, type VehicleFix, bad, good } from '../types.ts';
import type { Jt808Message } from './frame.ts';

/** Ids of messages, as the standard counts them. */
export const idsOf808 = {
  terminalAnswer: 0x0001,
  heartbeat: 0x0002,
  register: 0x0100,
  leave: 0x0003,
  askTime: 0x0004,
  authenticate: 0x0102,
  position: 0x0200,
  requestedPosition: 0x0201,
  controlled: 0x0500,
  positionBatch: 0x0704,
  mediaEvent: 0x0800,
  media: 0x0801,
  platformAnswer: 0x8001,
  resend: 0x8003,
  timeAnswer: 0x8004,
  registerAnswer: 0x8100,
  mediaAnswer: 0x8800,
} as const;

/** What a device says of itself and its vehicle when it registers. */
export type Jt808Registration = {
  edition: 2011 | 2013 | 2019;
  maker: string;
  model: string;
  terminalId: string;
  plateColour: number;
  /** Number plate; the frame number of the vehicle where the colour is 0. */
  plate: string;
};

/** A picture (or sound) of a device. */
export type Jt808Media = {
  mediaId: number;
  kind: 'image' | 'sound' | 'video';
  format: number;
  /** What it was taken for: 0 requested, 1 by time, 2 robbery, 3 collision. */
  event: number;
  channel: number;
  fix: VehicleFix | null;
  data: Uint8Array;
};

/** What a message says. */
export type Jt808Content =
  | { kind: 'register'; registration: Jt808Registration }
  | { kind: 'authenticate'; code: string }
  | { kind: 'heartbeat' }
  | { kind: 'leave' }
  | { kind: 'askTime' }
  | { kind: 'positions'; fixes: readonly VehicleFix[]; refused: readonly ('badTime' | 'badRange' | 'badBody')[] }
  | { kind: 'media'; media: Jt808Media }
  | { kind: 'other' };

/** Times of devices are those of Beijing. */
const zoneMs = 8 * 3_600_000;
const fixSize = 28;
const coldestAmount = 273;

/** Messages that a device may send and that say nothing of where it is: they are answered, and a sign of life. */
const otherIds: ReadonlySet<number> = new Set([
  // Answers of the device and requests for missing parts.
  0x0001, 0x0005, 0x0104, 0x0107, 0x0108, 0x0302, 0x0608,
  // Events, orders of information, recorder, waybill, driver, CAN bus.
  0x0301, 0x0303, 0x0700, 0x0701, 0x0702, 0x0705,
  // Media that are announced or listed, and data that pass through.
  0x0800, 0x0802, 0x0805, 0x0900, 0x0901, 0x0a00,
]);

type Extras = Pick<VehicleFix, 'mileageKm' | 'fuelL' | 'temperatureC' | 'satellites'>;

/**
 * Degrees of the cargo room. The standard (2019) writes minus as the highest bit before the amount; many devices write the
 * complement of two, which would be thousands of degrees otherwise.
 */
function temperatureOf(value: number): number {
  if ((value & 0x8000) === 0) return value;
  const amount = value & 0x7fff;
  return amount <= coldestAmount ? -amount : value - 0x1_0000;
}

function readExtras(body: Uint8Array, from: number): Extras {
  const extras: Extras = { mileageKm: null, fuelL: null, temperatureC: null, satellites: null };
  let at = from;
  while (at + 2 <= body.length) {
    const id = body[at];
    const size = u8(body, at + 1);
    const value = at + 2;
    // An item that is longer than what is left: what was read before stands.
    if (value + size > body.length) break;
    if (id === 0x01 && size === 4) extras.mileageKm = u32(body, value) / 10;
    else if (id === 0x02 && size === 2) extras.fuelL = u16(body, value) / 10;
    else if (id === 0x06 && size === 2) extras.temperatureC = temperatureOf(u16(body, value));
    else if (id === 0x31 && size === 1) extras.satellites = u8(body, value);
    at = value + size;
  }
  return extras;
}

/** Reads one position, as 0x0200 has it. */
function readFix808(body: Uint8Array, sentLate = false): Read<VehicleFix> {
  if (body.length < fixSize) return bad('short');
  const status = u32(body, 4);
  const moment = bcdMoment(body, 22);
  if (moment === undefined) return bad('badTime');
  const lat = (u32(body, 8) / 1e6) * ((status & 4) === 0 ? 1 : -1);
  const lon = (u32(body, 12) / 1e6) * ((status & 8) === 0 ? 1 : -1);
  const course = u16(body, 20);
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180 || course > 360) return bad('badRange');
  return good({
    at: moment - zoneMs,
    lon,
    lat,
    located: (status & 2) !== 0,
    speedKmh: u16(body, 18) / 10,
    course: course % 360,
    // Below the sea it is written as a negative number of 16 bits.
    altitudeM: (u16(body, 16) << 16) >> 16,
    ignition: (status & 1) !== 0,
    alarms: alarmsOf808(u32(body, 0)),
    ...readExtras(body, fixSize),
    late: sentLate,
  });
}

function readBatch(body: Uint8Array): Read<Jt808Content> {
  if (body.length < 3) return bad('short');
  const count = u16(body, 0);
  const fixes: VehicleFix[] = [];
  const refused: ('badTime' | 'badRange' | 'badBody')[] = [];
  let at = 3;
  for (let n = 0; n < count; n += 1) {
    const size = u16(body, at);
    if (at + 2 + size > body.length) {
      refused.push('badBody');
      break;
    }
    const one = readFix808(body.subarray(at + 2, at + 2 + size), body[2] === 1);
    if (one.ok) fixes.push(one.value);
    else refused.push(one.flaw === 'badTime' || one.flaw === 'badRange' ? one.flaw : 'badBody');
    at += 2 + size;
  }
  return good({ kind: 'positions', fixes, refused });
}

/** Where the fields of a registration are in each edition: end of maker, of model, of the device's id. */
const registrationFields = { 2011: [9, 17, 24], 2013: [9, 29, 36], 2019: [15, 45, 75] } as const;

/** Colours of JT/T 415: 0 to 9, and from 91 on those of farm and new-energy vehicles. */
const isPlateColour = (byte: number | undefined): boolean =>
  byte !== undefined && (byte <= 9 || (byte > 90 && byte < 100));

/** The editions of 2011 and 2013 differ in the length of one field only: the colour of the plate is found at its place. */
function editionOf(body: Uint8Array, edition2019: boolean): keyof typeof registrationFields {
  if (edition2019) return 2019;
  // A vehicle without a plate may send no number at all.
  const hasPlate = body.length === 37 || (body[37] ?? 0) >= 0x20;
  return hasPlate && isPlateColour(body[36]) ? 2013 : 2011;
}

function readRegistration(body: Uint8Array, edition2019: boolean): Read<Jt808Content> {
  const edition = editionOf(body, edition2019);
  const [maker, model, terminal] = registrationFields[edition];
  if (body.length < terminal + 1) return bad('short');
  return good({
    kind: 'register',
    registration: {
      edition,
      maker: decodeGbk(body.subarray(4, maker)),
      model: decodeGbk(body.subarray(maker, model)),
      terminalId: decodeGbk(body.subarray(model, terminal)),
      plateColour: u8(body, terminal),
      plate: decodeGbk(body.subarray(terminal + 1)),
    },
  });
}

const imageStarts = (body: Uint8Array, at: number): boolean => body[at] === 0xff && body[at + 1] === 0xd8;
const mediaKinds = ['image', 'sound', 'video'] as const;

function readMedia(body: Uint8Array): Read<Jt808Content> {
  if (body.length < 9) return bad('short');
  const kind = mediaKinds[u8(body, 4)];
  if (kind === undefined) return bad('badBody');
  // The edition of 2011 has no position before the picture.
  const hasFix = !(kind === 'image' && imageStarts(body, 8)) && body.length >= 8 + fixSize;
  const fix = hasFix ? readFix808(body.subarray(8, 8 + fixSize)) : undefined;
  return good({
    kind: 'media',
    media: {
      mediaId: u32(body, 0),
      kind,
      format: u8(body, 5),
      event: u8(body, 6),
      channel: u8(body, 7),
      fix: fix?.ok === true ? fix.value : null,
      data: body.subarray(hasFix ? 8 + fixSize : 8),
    },
  });
}

/** Reads the body of a whole message. */
export function readMessage808({ id, body, edition2019 }: Jt808Message): Read<Jt808Content> {
  switch (id) {
    case idsOf808.position:
    case idsOf808.requestedPosition:
    case idsOf808.controlled: {
      // An answer names the question before the position.
      const fix = readFix808(id === idsOf808.position ? body : body.subarray(2));
      return fix.ok ? good({ kind: 'positions', fixes: [fix.value], refused: [] }) : fix;
    }
    case idsOf808.positionBatch:
      return readBatch(body);
    case idsOf808.heartbeat:
      return good({ kind: 'heartbeat' });
    case idsOf808.register:
      return readRegistration(body, edition2019);
    case idsOf808.leave:
      return good({ kind: 'leave' });
    case idsOf808.authenticate: {
      const size = edition2019 ? (body[0] ?? 0) : body.length;
      const from = edition2019 ? 1 : 0;
      if (body.length < from + size || size === 0) return bad('short');
      return good({ kind: 'authenticate', code: decodeGbk(body.subarray(from, from + size)) });
    }
    case idsOf808.media:
      return readMedia(body);
    case idsOf808.askTime:
      return good({ kind: 'askTime' });
    default:
      return otherIds.has(id) ? good({ kind: 'other' }) : bad('unknownMessage');
  }
}
