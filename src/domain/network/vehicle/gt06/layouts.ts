import { alarmsOfEventGt06, alarmsOfGt06 } from '../alarms.ts';
import { i16, u16, u32, u8 } from '../bytes.ts';
import type { VehicleFix } from '../types.ts';
import type { Gt06Message } from './frame.ts';

/** What follows the place in a message. */
type Rest = Partial<Pick<VehicleFix, 'ignition' | 'mileageKm' | 'late' | 'alarms' | 'altitudeM' | 'satellites'>>;

/**
 * The position in a message: 18 bytes of time, satellites, coordinates, speed and course. `at`: seconds of UTC, in messages that send
 * the time in a field of its own.
 */
export type Placed = { fix: Uint8Array; rest: Rest; at?: number };

/** Size of the part with time, satellites, place, speed and course. */
export const fixSize = 18;

type Layout = (content: Uint8Array, isLong: boolean) => Placed | undefined;

const fixAt = (content: Uint8Array, from: number): Uint8Array => content.subarray(from, from + fixSize);
const metres = (content: Uint8Array, at: number): number => u32(content, at) / 1000;

/** Size of a cell of a mobile network: a country with the highest bit has a network number of two bytes. */
const cellSize = (content: Uint8Array, at: number, area: number, cell: number): number =>
  2 + ((u8(content, at) & 0x80) === 0 ? 1 : 2) + area + cell;

/** Ignition, cause, and whether it is live or from memory. */
const useAt = (content: Uint8Array, from: number): Rest =>
  content.length < from + 3 ? {} : { ignition: u8(content, from) > 0, late: u8(content, from + 2) > 0 };

/** State of the device, two bytes on battery and signal, then which alarm it is; `high`: four more bits of it are in the byte after. */
function stateAt(content: Uint8Array, from: number, high = false): Rest {
  if (content.length < from + 4) return {};
  const state = u8(content, from);
  const more = high && content.length > from + 4 ? (u8(content, from + 4) >> 4) << 8 : 0;
  return { ignition: (state & 2) !== 0, alarms: alarmsOfGt06(u8(content, from + 3) | more, state) };
}

/** Kilometres in the items at the end of newer messages: a number of two bytes, a size of one. */
function itemsAt(content: Uint8Array, from: number): Rest {
  for (let at = from; at + 3 <= content.length; at += 3 + u8(content, at + 2))
    if (u16(content, at) === 0x2e && u8(content, at + 2) === 4) return { mileageKm: metres(content, at + 3) };
  return {};
}

/** What follows the cell: without and with metres driven, or with travel time and sensors behind them. */
const restSizes: ReadonlySet<number> = new Set([3, 7, 15]);

function restBehindCell(content: Uint8Array, from: number): Rest {
  const size = content.length - from;
  const hasMetres = size > 3 && restSizes.has(size);
  return { ...useAt(content, from), ...(hasMetres ? { mileageKm: metres(content, from + 3) } : {}) };
}

/** Cells have a number of three bytes, or of four: which one shows in the size of the message. */
function restOfLong(content: Uint8Array): Rest {
  const from = fixSize + cellSize(content, fixSize, 2, 3);
  return restBehindCell(content, restSizes.has(content.length - from - 1) ? from + 1 : from);
}

const placedWith =
  (rest: (content: Uint8Array) => Rest): Layout =>
  (content) => ({ fix: fixAt(content, 0), rest: rest(content) });

/** Behind the number of a device and the time of sending: an own layout of some models, with cells and state. */
const behindImei = 15;
const sizeBehindImei = { 0x22: 55, 0x25: 46 } as const;

function restBehindImei(content: Uint8Array): Rest {
  const from = behindImei + fixSize + u8(content, behindImei + fixSize);
  const state = u8(content, from);
  // Battery, voltage and signal take four bytes, or five; then alarm, language, distance, hours and, in 0x25, the driver.
  const end = content.length - from;
  const driver = (at: number): boolean => end === at + 9 + u8(content, from + at + 8);
  const alarmAt = end === 13 || driver(5) ? 5 : driver(6) ? 6 : undefined;
  if (alarmAt === undefined) return {};
  return { ignition: (state & 2) !== 0, alarms: alarmsOfGt06(u8(content, from + alarmAt), state) };
}

const imeiLayout: Layout = (content) => ({ fix: fixAt(content, behindImei), rest: restBehindImei(content) });

const positionLong: Layout = (content, isLong) =>
  content.length === sizeBehindImei[0x22]
    ? imeiLayout(content, isLong)
    : { fix: fixAt(content, 0), rest: restOfLong(content) };

/** An alarm: the size of its cells, themselves included, then the state. Early models send no size. */
const alarm =
  (high: boolean): Layout =>
  (content) => {
    const size = u8(content, fixSize);
    const isSize = size >= 8;
    const rest = isSize
      ? stateAt(content, fixSize + size, high)
      : size > 0 && content.length > fixSize + 8
        ? { ignition: (u8(content, fixSize + 8) & 2) !== 0, alarms: alarmsOfGt06(0, u8(content, fixSize + 8)) }
        : {};
    return { fix: fixAt(content, 0), rest };
  };

/** Size of a cell that says of which generation it is, with its signal. */
function newerCellSize(content: Uint8Array, at: number): number {
  const isNew = u8(content, at) >= 3;
  return 1 + cellSize(content, at + 1, isNew ? 4 : 2, isNew ? 8 : 3) + (isNew ? 2 : 1);
}

/** 0x32 in the long frame: the place may be missing, and its size stands behind the time. */
function placeBySize(content: Uint8Array): Placed | undefined {
  if (u8(content, 6) < 12 || content.length < 19) return undefined;
  return { fix: Uint8Array.of(...content.subarray(0, 6), ...content.subarray(7, 19)), rest: {} };
}

/** 0x70: items with a number and a size of two bytes each. The place is one of them, the alarm another one. */
function placeOfItems(content: Uint8Array): Placed | undefined {
  let placed: Placed | undefined;
  let rest: Rest = {};
  for (let at = 0; at + 4 <= content.length; at += 4 + u16(content, at + 2)) {
    const [item, size, value] = [u16(content, at), u16(content, at + 2), at + 4];
    if (value + size > content.length) break;
    if (item === 0x33 && size >= 18 && u32(content, value) > 0) {
      const fix = Uint8Array.of(0, 0, 0, 0, 0, 0, u8(content, value + 4), ...content.subarray(value + 7, value + 18));
      placed = { fix, rest: { altitudeM: i16(content, value + 5) }, at: u32(content, value) };
    } else if (item === 0x2e && size === 4) {
      // Of all numbers this one has its lowest byte first.
      const bytes = content.slice(value, value + 4).toReversed();
      rest = { ...rest, mileageKm: metres(bytes, 0) };
    } else if (item === 0x34 && size >= 1) rest = { ...rest, alarms: alarmsOfEventGt06(u8(content, value)) };
  }
  return placed === undefined ? undefined : { ...placed, rest: { ...placed.rest, ...rest } };
}

/** Where the place is in the messages that may have one; undefined where the message has none. */
const layouts: Readonly<Record<number, Layout>> = {
  0x10: placedWith(() => ({})),
  0x12: placedWith(() => ({})),
  0x16: alarm(false),
  0x22: positionLong,
  0x25: (content, isLong) =>
    content.length >= sizeBehindImei[0x25]
      ? imeiLayout(content, isLong)
      : { fix: fixAt(content, 0), rest: restOfLong(content) },
  0x26: alarm(false),
  0x27: alarm(true),
  0x2d: positionLong,
  // A network number and a cell of two and four bytes, and the height at the end.
  0x31: placedWith((content) => {
    const from = fixSize + 10;
    const size = content.length - from;
    if (size !== 5 && size !== 9) return restOfLong(content);
    const height = { altitudeM: i16(content, content.length - 2) };
    return { ...useAt(content, from), ...(size === 9 ? { mileageKm: metres(content, from + 3) } : {}), ...height };
  }),
  // The size of its cells does not count itself.
  0x32: (content, isLong) =>
    isLong
      ? placeBySize(content)
      : { fix: fixAt(content, 0), rest: stateAt(content, fixSize + 1 + u8(content, fixSize)) },
  0x33: (content, isLong) => (isLong ? placeBySize(content) : undefined),
  // Four bytes before the place, two bytes behind it. With 50 bytes it lists cells.
  0x34: (content) =>
    content.length < 28 || content.length === 50
      ? undefined
      : { fix: fixAt(content, 4), rest: { mileageKm: metres(content, 24) } },
  0x36: (content) =>
    content.length === 48 ? { fix: fixAt(content, 0), rest: useAt(content, fixSize + 9) } : undefined,
  0x37: placedWith((content) => {
    const from = fixSize + cellSize(content, fixSize, 2, 3);
    return { ...useAt(content, from), ...itemsAt(content, from + 3) };
  }),
  0x38: placedWith((content) => ({
    late: u8(content, fixSize + 1) > 0,
    ...itemsAt(content, fixSize + 2 + newerCellSize(content, fixSize + 2)),
  })),
  0x39: placedWith((content) => stateAt(content, fixSize + newerCellSize(content, fixSize), true)),
  0x70: placeOfItems,
  0xa0: placedWith((content) => restBehindCell(content, fixSize + cellSize(content, fixSize, 4, 8))),
  // Otherwise it lists cells and wireless networks.
  0xa2: (content) => {
    const from = fixSize + cellSize(content, fixSize, 4, 8);
    if (content.length !== from + 26) return undefined;
    const state = u8(content, from + 1);
    const alarms = alarmsOfGt06(u8(content, from + 6), state);
    return {
      fix: fixAt(content, 0),
      rest: { ignition: (state & 2) !== 0, alarms, mileageKm: metres(content, from + 8) },
    };
  },
  0xa3: (content, isLong) => (content.length < fixSize + 12 ? undefined : alarm(true)(content, isLong)),
  0xa4: alarm(true),
};

/** Whether messages of a protocol number may have a place. */
export const mayHavePlace = (protocol: number): boolean => Object.hasOwn(layouts, protocol);

/** The place of a message and what follows it; undefined where it has none. */
export const placeOf = ({ protocol, content, isLong }: Gt06Message): Placed | undefined =>
  layouts[protocol]?.(content, isLong);
