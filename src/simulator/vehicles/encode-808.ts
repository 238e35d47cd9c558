import { encodeGbk } from '#shared/text/gbk.ts';
import type { Instant } from '#shared/time/instant.ts';

/** Edition of the standard that a device speaks. */
export type Edition = 2011 | 2013 | 2019;

/** What a device tells of a moment. */
export type Reading = {
  at: Instant;
  lon: number;
  lat: number;
  speedKmh: number;
  course: number;
  ignition: boolean;
  located: boolean;
  altitudeM?: number;
  mileageKm?: number;
  temperatureC?: number;
};

const digits = (text: string): number[] =>
  Array.from({ length: text.length / 2 }, (_none, at) => Number.parseInt(text.slice(at * 2, at * 2 + 2), 16));
const word = (value: number): number[] => [(value >> 8) & 0xff, value & 0xff];
const double = (value: number): number[] => [...word(Math.floor(value / 65_536)), ...word(value % 65_536)];
const filled = (text: string, size: number): number[] => {
  const bytes = [...encodeGbk(text)].slice(0, size);
  return [...bytes, ...Array.from({ length: size - bytes.length }, () => 0)];
};

/** A message in its frame; `part` is its place among the parts of a long one. */
export function frameOf(
  id: number,
  device: { phone: string; edition: Edition; serial: number },
  body: readonly number[],
  part?: { total: number; no: number },
): Uint8Array {
  const is2019 = device.edition === 2019;
  const attributes = body.length + (part === undefined ? 0 : 0x2000) + (is2019 ? 0x4000 : 0);
  const plain = [
    ...word(id),
    ...word(attributes),
    ...(is2019 ? [1] : []),
    ...digits(device.phone.padStart(is2019 ? 20 : 12, '0')),
    ...word(device.serial),
    ...(part === undefined ? [] : [...word(part.total), ...word(part.no)]),
    ...body,
  ];
  const check = plain.reduce((sum, byte) => sum ^ byte, 0);
  const escaped = [...plain, check].flatMap((byte) => (byte === 0x7e ? [0x7d, 2] : byte === 0x7d ? [0x7d, 1] : [byte]));
  return Uint8Array.from([0x7e, ...escaped, 0x7e]);
}

/** Bytes of the texts of a registration. */
const registrationSizes: Readonly<Record<Edition, readonly [maker: number, model: number, terminalId: number]>> = {
  2011: [5, 8, 7],
  2013: [5, 20, 7],
  2019: [11, 30, 30],
};

/** Body of a registration. */
export function registrationBody(
  edition: Edition,
  {
    plate,
    colour,
    maker,
    model,
    terminalId,
  }: { plate: string; colour: number; maker: string; model: string; terminalId: string },
): number[] {
  const [makerSize, modelSize, idSize] = registrationSizes[edition];
  return [
    ...word(31),
    ...word(115),
    ...filled(maker, makerSize),
    ...filled(model, modelSize),
    ...filled(terminalId, idSize),
    colour,
    ...encodeGbk(plate),
  ];
}

/** Body of an authentication. */
export function authenticationBody(edition: Edition, code: string): number[] {
  const bytes = [...encodeGbk(code)];
  return edition === 2019 ? [bytes.length, ...bytes, ...filled('860000000000001', 15), ...filled('V1.0', 20)] : bytes;
}

const timeOf = (at: Instant): number[] =>
  digits(new Date(at + 8 * 3_600_000).toISOString().replace(/[-T:]/g, '').slice(2, 14));

/** Body of a position. */
export function positionBody(reading: Reading): number[] {
  const status =
    (reading.ignition ? 1 : 0) | (reading.located ? 2 : 0) | (reading.lat < 0 ? 4 : 0) | (reading.lon < 0 ? 8 : 0);
  return [
    ...double(0),
    ...double(status),
    ...double(Math.round(Math.abs(reading.lat) * 1e6)),
    ...double(Math.round(Math.abs(reading.lon) * 1e6)),
    ...word((reading.altitudeM ?? 0) & 0xffff),
    ...word(Math.round(reading.speedKmh * 10)),
    ...word(Math.round(reading.course) % 360),
    ...timeOf(reading.at),
    ...(reading.mileageKm === undefined ? [] : [0x01, 4, ...double(Math.round(reading.mileageKm * 10))]),
    ...(reading.temperatureC === undefined ? [] : [0x06, 2, ...word(Math.round(reading.temperatureC) & 0xffff)]),
    0x31,
    1,
    reading.located ? 11 : 0,
  ];
}

/** Body of several positions at once; `late`: from the memory of a device that had no network. */
export const batchBody = (readings: readonly Reading[], late: boolean): number[] => [
  ...word(readings.length),
  late ? 1 : 0,
  ...readings.flatMap((reading) => {
    const body = positionBody(reading);
    return [...word(body.length), ...body];
  }),
];

const maxBodyBytes = 900;

/** A picture in its parts. */
export function pictureFrames(
  device: { phone: string; edition: Edition; serial: number },
  { mediaId, reading, data }: { mediaId: number; reading: Reading; data: Uint8Array },
): Uint8Array[] {
  const position = device.edition === 2011 ? [] : positionBody(reading).slice(0, 28);
  const body = [...double(mediaId), 0, 0, 1, 1, ...position, ...data];
  const total = Math.ceil(body.length / maxBodyBytes);
  return Array.from({ length: total }, (_none, at) =>
    frameOf(
      0x0801,
      { ...device, serial: (device.serial + at) & 0xffff },
      body.slice(at * maxBodyBytes, (at + 1) * maxBodyBytes),
      { total, no: at + 1 },
    ),
  );
}
