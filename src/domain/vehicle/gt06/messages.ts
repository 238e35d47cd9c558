import { bcd, momentOf, u16, u32, u8 } from '../bytes.ts';
import { type Read, type VehicleFix, bad, good } from '../types.ts';
import type { Gt06Message } from './frame.ts';

/** What a message of a GT06 device says. */
export type Gt06Content =
  | { kind: 'login'; imei: string }
  | { kind: 'heartbeat'; ignition: boolean }
  | { kind: 'position'; fix: VehicleFix; answered: boolean }
  | { kind: 'time' }
  | { kind: 'other' };

/** Numbers of protocols. */
const gt06 = {
  login: 0x01,
  positionAlone: 0x10,
  position: 0x12,
  heartbeat: 0x13,
  alarm: 0x16,
  positionLong: 0x22,
  heartbeatLong: 0x23,
  alarmLong: 0x26,
  time: 0x8a,
  position4g: 0xa0,
} as const;

/** Messages of cells, wireless networks and texts: signs of life without a place. */
const otherProtocols: ReadonlySet<number> = new Set([0x11, 0x15, 0x17, 0x18, 0x19, 0x1a, 0x21, 0x24, 0x28, 0x2c, 0x94]);

/** Size of the part with time, satellites, place, speed and course. */
const fixSize = 18;

type Rest = Partial<Pick<VehicleFix, 'ignition' | 'mileageKm' | 'late' | 'alarm'>>;

function readFix(content: Uint8Array, rest: Rest): Read<VehicleFix> {
  const at = momentOf(u8(content, 0), u8(content, 1), u8(content, 2), u8(content, 3), u8(content, 4), u8(content, 5));
  if (at === undefined || u8(content, 0) > 98) return bad('badTime');
  const flags = u16(content, 16);
  const lat = (u32(content, 7) / 1_800_000) * ((flags & 0x0400) === 0 ? -1 : 1);
  const lon = (u32(content, 11) / 1_800_000) * ((flags & 0x0800) === 0 ? 1 : -1);
  const course = flags & 0x03ff;
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180 || course > 360) return bad('badRange');
  return good({
    at,
    lon,
    lat,
    located: (flags & 0x1000) !== 0,
    speedKmh: u8(content, 15),
    course: course % 360,
    altitudeM: null,
    ignition: null,
    mileageKm: null,
    fuelL: null,
    temperatureC: null,
    satellites: u8(content, 6) & 15,
    late: false,
    alarm: 0,
    ...rest,
  });
}

/** The cell in 4G: a country with the highest bit has a network number of two bytes, then four and eight bytes. */
const sizeOf4gCell = (content: Uint8Array): number => ((content[fixSize] ?? 0) & 0x80 ? 16 : 15);

/** The tail of 0x22 and 0xA0: cell of the mobile network, ignition, cause, live or from memory, metres driven. */
function restOfLong(content: Uint8Array, cellSize: number): Rest {
  const from = fixSize + cellSize;
  if (content.length < from + 3) return {};
  return {
    ignition: content[from] === 1,
    late: content[from + 2] === 1,
    ...(content.length >= from + 7 ? { mileageKm: u32(content, from + 3) / 1000 } : {}),
  };
}

/** The tail of an alarm: cells, then the state of the device and which alarm it is. */
function restOfAlarm(content: Uint8Array): Rest {
  const from = fixSize + (content[fixSize] ?? 0);
  if (content.length < from + 4) return {};
  return { ignition: (u8(content, from) & 2) !== 0, alarm: u8(content, from + 3) };
}

const restOf = (protocol: number, content: Uint8Array): Rest =>
  protocol === gt06.positionLong
    ? restOfLong(content, 8)
    : protocol === gt06.position4g
      ? restOfLong(content, sizeOf4gCell(content))
      : protocol === gt06.alarm || protocol === gt06.alarmLong
        ? restOfAlarm(content)
        : {};

/** Reads the content of a message. */
export function readMessageGt06({ protocol, content }: Gt06Message): Read<Gt06Content> {
  switch (protocol) {
    case gt06.login: {
      const imei = content.length < 8 ? undefined : bcd(content, 0, 8);
      return imei === undefined ? bad('badBody') : good({ kind: 'login', imei: imei.replace(/^0/, '') });
    }
    case gt06.heartbeat:
    case gt06.heartbeatLong:
      if (content.length < 1) return bad('short');
      return good({ kind: 'heartbeat', ignition: (u8(content, 0) & 2) !== 0 });
    case gt06.positionAlone:
    case gt06.position:
    case gt06.positionLong:
    case gt06.position4g:
    case gt06.alarm:
    case gt06.alarmLong: {
      if (content.length < fixSize) return bad('short');
      const fix = readFix(content, restOf(protocol, content));
      if (!fix.ok) return fix;
      return good({
        kind: 'position',
        fix: fix.value,
        answered: protocol === gt06.alarm || protocol === gt06.alarmLong,
      });
    }
    case gt06.time:
      return good({ kind: 'time' });
    default:
      return otherProtocols.has(protocol) ? good({ kind: 'other' }) : bad('unknownMessage');
  }
}
