import type { Reading } from './encode-808.ts';

function crc(bytes: readonly number[]): number {
  let value = 0xffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 0 ? value >> 1 : (value >> 1) ^ 0x8408;
  }
  return value ^ 0xffff;
}

const word = (value: number): number[] => [(value >> 8) & 0xff, value & 0xff];
const double = (value: number): number[] => [...word(Math.floor(value / 65_536)), ...word(value % 65_536)];

/** A message in its frame. */
export function gt06Frame(protocol: number, serial: number, content: readonly number[]): Uint8Array {
  const plain = [content.length + 5, protocol, ...content, ...word(serial)];
  return Uint8Array.from([0x78, 0x78, ...plain, ...word(crc(plain)), 0x0d, 0x0a]);
}

/** Content of a login. */
export const loginContent = (imei: string): number[] =>
  Array.from({ length: 8 }, (_none, at) => Number.parseInt(imei.padStart(16, '0').slice(at * 2, at * 2 + 2), 16));

/** Content of a position with ignition and mileage (0x22). */
export function positionContent(reading: Reading, late = false): number[] {
  const at = new Date(reading.at);
  const flags =
    (reading.located ? 0x1000 : 0) |
    (reading.lat >= 0 ? 0x0400 : 0) |
    (reading.lon < 0 ? 0x0800 : 0) |
    (Math.round(reading.course) % 360);
  return [
    at.getUTCFullYear() - 2000,
    at.getUTCMonth() + 1,
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
    0xc0 | (reading.located ? 9 : 0),
    ...double(Math.round(Math.abs(reading.lat) * 1_800_000)),
    ...double(Math.round(Math.abs(reading.lon) * 1_800_000)),
    Math.min(255, Math.round(reading.speedKmh)),
    ...word(flags),
    0x01,
    0xcc,
    0x00,
    0x28,
    0x7d,
    0x00,
    0x1f,
    0xb8,
    reading.ignition ? 1 : 0,
    0,
    late ? 1 : 0,
    ...double(Math.round((reading.mileageKm ?? 0) * 1000)),
  ];
}

/** Content of a heartbeat. */
export const heartbeatContent = (ignition: boolean): number[] => [ignition ? 0x46 : 0x44, 6, 4, 0, 2];
