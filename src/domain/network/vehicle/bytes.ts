/** Unsigned numbers, highest byte first, as both vehicle protocols write them. */
export const u8 = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0;
export const u16 = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
export const i16 = (bytes: Uint8Array, at: number): number => (u16(bytes, at) << 16) >> 16;
export const u32 = (bytes: Uint8Array, at: number): number => u16(bytes, at) * 65_536 + u16(bytes, at + 2);

/** Digits of binary coded decimals; undefined when a half byte is not a digit. */
export function bcd(bytes: Uint8Array, from: number, to: number): string | undefined {
  let digits = '';
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0xff;
    if (byte >> 4 > 9 || (byte & 15) > 9) return undefined;
    digits += String.fromCharCode(48 + (byte >> 4), 48 + (byte & 15));
  }
  return digits;
}

const digitsOfByte = Array.from({ length: 256 }, (_none, byte) => byte.toString(16).toUpperCase().padStart(2, '0'));

/** Bytes as hexadecimal digits in capitals. */
export function hexDigits(bytes: Uint8Array, from: number, to: number): string {
  let digits = '';
  for (let at = from; at < to; at += 1) digits += digitsOfByte[u8(bytes, at)] ?? '';
  return digits;
}

const two = (byte: number): number => (byte >> 4 > 9 || (byte & 15) > 9 ? 99 : (byte >> 4) * 10 + (byte & 15));

const daysOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** A moment of calendar parts in UTC; undefined for a day or hour that does not exist. */
export function momentOf(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number | undefined {
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return undefined;
  if (day > 28 && day > daysOf(2000 + year, month)) return undefined;
  return Date.UTC(2000 + year, month - 1, day, hour, minute, second);
}

/** YYMMDDhhmmss in binary coded decimals, as if it were UTC. */
export const bcdMoment = (bytes: Uint8Array, at: number): number | undefined => {
  const year = two(bytes[at] ?? 0xff);
  if (year > 98) return undefined;
  return momentOf(
    year,
    two(bytes[at + 1] ?? 0xff),
    two(bytes[at + 2] ?? 0xff),
    two(bytes[at + 3] ?? 0xff),
    two(bytes[at + 4] ?? 0xff),
    two(bytes[at + 5] ?? 0xff),
  );
};
