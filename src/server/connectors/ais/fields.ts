import { signed, unsigned } from './bits.ts';
import type { Bits } from './bits.ts';
import type { Dimensions } from './messages.ts';

/** undefined when the payload ends before it, null when the sender says that there is none. */
export type Maybe = number | null | undefined;

/** A number with one value that means "not available", and everything from `none` on when the standard reserves it. */
export function known(value: number | undefined, none: number): Maybe {
  if (value === undefined) return undefined;
  return value >= none ? null : value;
}

/** The same in steps of a part of the unit. */
function scaled(value: number | undefined, none: number, divisor: number): Maybe {
  if (value === undefined) return undefined;
  return value >= none ? null : value / divisor;
}

/** Degrees from a part of a minute; what lies beyond the limit (181, 91 and impossible ones) is no position. */
export function degrees(value: number | undefined, perDegree: number, limit: number): Maybe {
  if (value === undefined) return undefined;
  const angle = value / perDegree;
  return angle > limit || angle < -limit ? null : angle;
}

const perDegree = 600_000;

/** A longitude of 28 bits. */
export const longitude = (bits: Bits, start: number): Maybe => degrees(signed(bits, start, 28), perDegree, 180);
/** A latitude of 27 bits. */
export const latitude = (bits: Bits, start: number): Maybe => degrees(signed(bits, start, 27), perDegree, 90);
/** Knots of 10 bits. */
export const speedAt = (bits: Bits, start: number): Maybe => scaled(unsigned(bits, start, 10), 1023, 10);
/** Course over ground of 12 bits, degrees. */
export const courseAt = (bits: Bits, start: number): Maybe => scaled(unsigned(bits, start, 12), 3600, 10);
/** True heading of 9 bits, degrees. */
export const headingAt = (bits: Bits, start: number): Maybe => known(unsigned(bits, start, 9), 360);

/** Degrees a minute by the formula of ITU-R M.1371: the indicated value is 4.733 times the root of the rate. */
export function rateOfTurn(raw: number | undefined): Maybe {
  if (raw === undefined) return undefined;
  if (raw === -128 || raw === 127 || raw === -127) return null;
  const root = raw / 4.733;
  return raw < 0 ? -(root * root) : root * root;
}

function sumOf(a: number | undefined, b: number | undefined): Maybe {
  if (a === undefined || b === undefined) return undefined;
  return a + b === 0 ? null : a + b;
}

/** The distances of 30 bits from the antenna to the sides of the ship, and what follows from them. */
export function dimensions(bits: Bits, start: number): Dimensions {
  const toBow = unsigned(bits, start, 9);
  const toStern = unsigned(bits, start + 9, 9);
  const toPort = unsigned(bits, start + 18, 6);
  const toStarboard = unsigned(bits, start + 24, 6);
  return { toBow, toStern, toPort, toStarboard, length: sumOf(toBow, toStern), beam: sumOf(toPort, toStarboard) };
}

/** A part of a date or time inside its range; null when the sender leaves it open. */
export function within(value: number | undefined, low: number, high: number): Maybe {
  if (value === undefined) return undefined;
  return value < low || value > high ? null : value;
}
