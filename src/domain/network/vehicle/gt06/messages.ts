import { bcd, momentOf, u16, u32, u8 } from '../bytes.ts';
import { type Read, type VehicleFix, bad, good } from '../types.ts';
import type { Gt06Message } from './frame.ts';
import { fixSize, mayHavePlace, placeOf, type Placed } from './layouts.ts';

/** Whether a device waits for an answer, and in which frame. */
export type Gt06Answer = 'none' | 'short' | 'long';

/**
 * What a message of a GT06 device says. `hasUtc`: the moment is that of UTC, however the clock of the device is set. `isUnknown`:
 * nothing is known of the number of its protocol.
 */
export type Gt06Content =
  | { kind: 'login'; imei: string }
  | { kind: 'heartbeat'; ignition: boolean }
  | { kind: 'position'; fix: VehicleFix; answer: Gt06Answer; hasUtc: boolean }
  | { kind: 'time' }
  | { kind: 'other'; answer: Gt06Answer; isUnknown: boolean };

/** Numbers of protocols. */
const gt06 = { login: 0x01, heartbeat: 0x13, heartbeatLong: 0x23, heartbeatItems: 0x36, time: 0x8a } as const;

/** Positions that no device waits for: those of the first editions and their successors. */
const unanswered: ReadonlySet<number> = new Set([0x10, 0x12, 0x22, 0xa0]);

/** Messages of cells, wireless networks and texts, and answers to commands: signs of life without a place that want no answer. */
const others: ReadonlySet<number> = new Set([
  0x11, 0x15, 0x17, 0x18, 0x19, 0x1a, 0x21, 0x24, 0x28, 0x2c, 0x80, 0x81, 0x82, 0x94,
]);

/** Lists of cells and wireless networks, and messages about pictures, that are answered. */
const answeredOthers: ReadonlySet<number> = new Set([0x2e, 0x35, 0xa1, 0xa5]);

/** Alarms and positions of a family of models that expects its long frame back; all others expect the short one. */
const answeredLong: ReadonlySet<number> = new Set([0x32, 0x33]);

const answerTo = ({ protocol, isLong }: Gt06Message): Gt06Answer =>
  unanswered.has(protocol) || others.has(protocol) ? 'none' : isLong && answeredLong.has(protocol) ? 'long' : 'short';

/** When a place was measured; undefined for a day or hour that does not exist. */
function momentAt({ fix, at }: Placed): number | undefined {
  if (at !== undefined) return at * 1000;
  if (u8(fix, 0) > 98) return undefined;
  return momentOf(u8(fix, 0), u8(fix, 1), u8(fix, 2), u8(fix, 3), u8(fix, 4), u8(fix, 5));
}

function readFix(placed: Placed): Read<VehicleFix> {
  const { fix, rest } = placed;
  if (fix.length < fixSize) return bad('short');
  const at = momentAt(placed);
  if (at === undefined) return bad('badTime');
  const flags = u16(fix, 16);
  const lat = (u32(fix, 7) / 1_800_000) * ((flags & 0x0400) === 0 ? -1 : 1);
  const lon = (u32(fix, 11) / 1_800_000) * ((flags & 0x0800) === 0 ? 1 : -1);
  const course = flags & 0x03ff;
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180 || course > 360) return bad('badRange');
  return good({
    at,
    lon,
    lat,
    located: (flags & 0x1000) !== 0,
    speedKmh: u8(fix, 15),
    course: course % 360,
    altitudeM: null,
    // Newer devices tell it beside the course as well; the first bit says whether they do.
    ignition: (flags & 0x4000) === 0 ? null : (flags & 0x8000) !== 0,
    mileageKm: null,
    fuelL: null,
    temperatureC: null,
    satellites: u8(fix, 6) & 15,
    late: false,
    alarms: [],
    ...rest,
  });
}

function readPosition(message: Gt06Message): Read<Gt06Content> {
  const placed = placeOf(message);
  if (placed === undefined) {
    // A heartbeat with the state of the device and items behind it.
    if (message.protocol === gt06.heartbeatItems && !message.isLong && message.content.length >= 5)
      return good({ kind: 'heartbeat', ignition: (u8(message.content, 0) & 2) !== 0 });
    return good({ kind: 'other', answer: answerTo(message), isUnknown: false });
  }
  const fix = readFix(placed);
  if (!fix.ok) return fix;
  return good({ kind: 'position', fix: fix.value, answer: answerTo(message), hasUtc: placed.at !== undefined });
}

/** Reads the content of a message. */
export function readMessageGt06(message: Gt06Message): Read<Gt06Content> {
  const { protocol, content } = message;
  switch (protocol) {
    case gt06.login: {
      const imei = content.length < 8 ? undefined : bcd(content, 0, 8);
      return imei === undefined ? bad('badBody') : good({ kind: 'login', imei: imei.replace(/^0/, '') });
    }
    case gt06.heartbeat:
    case gt06.heartbeatLong:
      if (content.length < 1) return bad('short');
      return good({ kind: 'heartbeat', ignition: (u8(content, 0) & 2) !== 0 });
    case gt06.time:
      return good({ kind: 'time' });
    default: {
      if (mayHavePlace(protocol)) return readPosition(message);
      const isUnknown = !others.has(protocol) && !answeredOthers.has(protocol);
      return good({ kind: 'other', answer: answerTo(message), isUnknown });
    }
  }
}
