import type { Instant } from '#shared/time/instant.ts';

/** A message as ones and zeroes (ITU-R M.1371-5). */
export type MessageBits = readonly number[];

type Field = readonly [value: number, length: number];
const isField = (one: Field | readonly Field[]): one is Field => typeof one[0] === 'number';

function put(bits: number[], value: number, length: number): void {
  // Negative numbers in two's complement of that length.
  let rest = value < 0 ? value + 2 ** length : value;
  const start = bits.length;
  for (let place = length - 1; place >= 0; place -= 1) {
    bits[start + place] = rest % 2;
    rest = Math.floor(rest / 2);
  }
}

function bitsOf(...fields: readonly (Field | readonly Field[])[]): number[] {
  const bits: number[] = [];
  for (const field of fields) {
    if (isField(field)) put(bits, ...field);
    else for (const [value, length] of field) put(bits, value, length);
  }
  return bits;
}

/** Six-bit text of so many characters, filled up with @. */
function text(value: string, characters: number): Field[] {
  return Array.from({ length: characters }, (_, index): Field => {
    const code = index < value.length ? value.toUpperCase().charCodeAt(index) : 64;
    if (code >= 64 && code < 96) return [code - 64, 6];
    return [code >= 32 && code < 64 ? code : 63, 6];
  });
}

const angle = (degrees: number | null, none: number, length: number): Field => [
  Math.round((degrees ?? none) * 600_000),
  length,
];
const tenths = (value: number | null, none: number, length: number): Field => [
  value === null ? none : Math.min(none - 1, Math.round(value * 10)),
  length,
];
const course = (degrees: number | null): Field => [
  degrees === null ? 3600 : Math.round(((degrees % 360) + 360) * 10) % 3600,
  12,
];
const heading = (degrees: number | null): Field => [degrees === null ? 511 : Math.round(degrees + 360) % 360, 9];

/** Where a ship is; null = not available. Degrees, knots. */
export type Fix = {
  mmsi: number;
  lon: number | null;
  lat: number | null;
  speed: number | null;
  course: number | null;
  heading: number | null;
  /** UTC second of the fix, 0 to 59. */
  second: number;
};

/** Types 1 and 3: position of a class A ship; rate of turn as the indicator shows it, -128 = none. */
export const classAPosition = (fix: Fix & { type: number; status: number; rateOfTurn: number }): MessageBits =>
  bitsOf(
    [fix.type, 6],
    [0, 2],
    [fix.mmsi, 30],
    [fix.status, 4],
    [fix.rateOfTurn, 8],
    tenths(fix.speed, 1023, 10),
    [1, 1],
    angle(fix.lon, 181, 28),
    angle(fix.lat, 91, 27),
    course(fix.course),
    heading(fix.heading),
    [fix.second, 6],
    [0, 2],
    [0, 3],
    [0, 1],
    [0, 19],
  );

/** Type 18: position of a class B ship. */
export const classBPosition = (fix: Fix): MessageBits =>
  bitsOf(
    [18, 6],
    [0, 2],
    [fix.mmsi, 30],
    [0, 8],
    tenths(fix.speed, 1023, 10),
    [0, 1],
    angle(fix.lon, 181, 28),
    angle(fix.lat, 91, 27),
    course(fix.course),
    heading(fix.heading),
    [fix.second, 6],
    [0, 2],
    [1, 1],
    [0, 1],
    [1, 1],
    [1, 1],
    [1, 1],
    [0, 1],
    [0, 1],
    [0, 1],
    [0, 19],
  );

/** Who a ship is. */
export type ShipData = {
  mmsi: number;
  imo: number;
  callSign: string;
  name: string;
  shipType: number;
  lengthM: number;
  beamM: number;
  draughtM: number;
  destination: string;
  /** Arrival as the master expects it. */
  eta: Instant | null;
};

/** Distances from an antenna a fifth of the length from the stern, amidships. */
function dimensions(lengthM: number, beamM: number): Field[] {
  const stern = Math.round(lengthM / 5);
  const port = Math.round(beamM / 2);
  return [
    [Math.max(0, Math.round(lengthM) - stern), 9],
    [stern, 9],
    [port, 6],
    [Math.max(0, Math.round(beamM) - port), 6],
  ];
}

function etaFields(eta: Instant | null): Field[] {
  const date = new Date(eta ?? 0);
  return [
    [eta === null ? 0 : date.getUTCMonth() + 1, 4],
    [eta === null ? 0 : date.getUTCDate(), 5],
    [eta === null ? 24 : date.getUTCHours(), 5],
    [eta === null ? 60 : date.getUTCMinutes(), 6],
  ];
}

/** Type 5: voyage data of a class A ship, in two sentences. */
export const staticVoyage = (ship: ShipData): MessageBits =>
  bitsOf(
    [5, 6],
    [0, 2],
    [ship.mmsi, 30],
    [0, 2],
    [ship.imo, 30],
    text(ship.callSign, 7),
    text(ship.name, 20),
    [ship.shipType, 8],
    dimensions(ship.lengthM, ship.beamM),
    [1, 4],
    etaFields(ship.eta),
    [Math.min(255, Math.round(ship.draughtM * 10)), 8],
    text(ship.destination, 20),
    [0, 1],
    [0, 1],
  );

/** Type 24 part A: name of a class B ship. */
export const staticPartA = (ship: Pick<ShipData, 'mmsi' | 'name'>): MessageBits =>
  bitsOf([24, 6], [0, 2], [ship.mmsi, 30], [0, 2], text(ship.name, 20), [0, 8]);

/** Type 24 part B: the rest of a class B ship's data. */
export const staticPartB = (ship: Omit<ShipData, 'eta' | 'destination' | 'name' | 'imo' | 'draughtM'>): MessageBits =>
  bitsOf(
    [24, 6],
    [0, 2],
    [ship.mmsi, 30],
    [1, 2],
    [ship.shipType, 8],
    text('SIM', 3),
    [1, 4],
    [ship.mmsi % 1_000_000, 20],
    text(ship.callSign, 7),
    dimensions(ship.lengthM, ship.beamM),
    [1, 4],
    [0, 2],
  );

/** Type 4: a base station's time and place. */
export function baseStation(station: { mmsi: number; lon: number; lat: number; at: Instant }): MessageBits {
  const date = new Date(station.at);
  return bitsOf(
    [4, 6],
    [0, 2],
    [station.mmsi, 30],
    [date.getUTCFullYear(), 14],
    [date.getUTCMonth() + 1, 4],
    [date.getUTCDate(), 5],
    [date.getUTCHours(), 5],
    [date.getUTCMinutes(), 6],
    [date.getUTCSeconds(), 6],
    [1, 1],
    angle(station.lon, 181, 28),
    angle(station.lat, 91, 27),
    [7, 4],
    [0, 10],
    [0, 1],
    [0, 19],
  );
}

/** Type 21: an aid to navigation. */
export const aidToNavigation = (aid: { mmsi: number; name: string; lon: number; lat: number }): MessageBits =>
  bitsOf(
    [21, 6],
    [0, 2],
    [aid.mmsi, 30],
    [14, 5],
    text(aid.name, 20),
    [1, 1],
    angle(aid.lon, 181, 28),
    angle(aid.lat, 91, 27),
    dimensions(0, 0),
    [7, 4],
    [60, 6],
    [0, 1],
    [0, 8],
    [0, 1],
    [0, 1],
    [0, 1],
    [0, 1],
  );

const payloadOfSentence = 60;

/** Six-bit armour of IEC 61162-1 with the number of fill bits. */
function armour(bits: MessageBits): { payload: string; fill: number } {
  let payload = '';
  for (let at = 0; at < bits.length; at += 6) {
    let value = 0;
    for (let place = at; place < at + 6; place += 1) value = value * 2 + (bits[place] ?? 0);
    payload += String.fromCharCode(value < 40 ? value + 48 : value + 56);
  }
  return { payload, fill: (6 - (bits.length % 6)) % 6 };
}

/** The XOR of all characters as two hexadecimal digits. */
function checksum(body: string): string {
  let sum = 0;
  for (let index = 0; index < body.length; index += 1) sum ^= body.charCodeAt(index);
  return sum.toString(16).toUpperCase().padStart(2, '0');
}

/** The sentences of a message, without line ends; one of several parts is reported by its sequence id 0 to 9. */
export function sentencesOf(
  bits: MessageBits,
  options: { channel: string; sequence: number; talker?: string },
): string[] {
  const { payload, fill } = armour(bits);
  const total = Math.max(1, Math.ceil(payload.length / payloadOfSentence));
  return Array.from({ length: total }, (_, index) => {
    const part = payload.slice(index * payloadOfSentence, (index + 1) * payloadOfSentence);
    const sequence = total === 1 ? '' : options.sequence;
    const body = `${options.talker ?? 'AI'}VDM,${total},${index + 1},${sequence},${options.channel},${part},${index === total - 1 ? fill : 0}`;
    return `!${body}*${checksum(body)}`;
  });
}

/** A sentence with source and time of reception in a tag block (IEC 61162-450). */
export function withTagBlock(sentence: string, station: string, at: Instant): string {
  const block = `s:${station},c:${Math.floor(at / 1000)}`;
  return `\\${block}*${checksum(block)}\\${sentence}`;
}
