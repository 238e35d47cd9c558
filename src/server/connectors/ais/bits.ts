/** Longest payload read, in six-bit characters: five slots of 256 bits are 213, radios that are not sure send more. */
const maxCharacters = 1024;

/** A payload as six-bit values with the number of bits that count. */
export type Bits = { readonly six: Uint8Array; length: number };

/** Room for one payload, to be filled again and again. */
export const createBits = (): Bits => ({ six: new Uint8Array(maxCharacters + 2), length: 0 });

/** Six-bit value per armour character (IEC 61162-1, table of six-bit field conversion), 255 for characters that are none. */
const valueOf = new Uint8Array(256).fill(255);
for (let code = 48; code < 88; code += 1) valueOf[code] = code - 48;
for (let code = 96; code < 120; code += 1) valueOf[code] = code - 56;

/** Six bits of a payload or table, within bounds by construction. Called with arrays of one kind only, which keeps it fast. */
const sixAt = (six: Uint8Array, place: number): number => six[place] as number;

/** Fills `bits` from armoured characters; false when one is none or there are too many. `fill` bits at the end do not count. */
export function unarmour(bytes: Uint8Array, start: number, end: number, fill: number, bits: Bits): boolean {
  const count = end - start;
  if (count > maxCharacters) return false;
  const { six } = bits;
  for (let index = 0; index < count; index += 1) {
    const value = sixAt(valueOf, bytes[start + index] ?? 0);
    if (value === 255) return false;
    six[index] = value;
  }
  bits.length = Math.max(0, count * 6 - fill);
  return true;
}

/** An unsigned number of at most 30 bits; undefined when the payload ends before it does. */
export function unsigned(bits: Bits, start: number, length: number): number | undefined {
  if (start + length > bits.length) return undefined;
  const { six } = bits;
  let place = Math.trunc(start / 6);
  const have = 6 - (start - place * 6);
  let value = sixAt(six, place) & ((1 << have) - 1);
  if (length <= have) return value >> (have - length);
  let left = length - have;
  while (left >= 6) {
    place += 1;
    value = (value << 6) | sixAt(six, place);
    left -= 6;
  }
  if (left > 0) value = (value << left) | (sixAt(six, place + 1) >> (6 - left));
  return value;
}

/** A number in two's complement of at most 30 bits; undefined when the payload ends before it does. */
export function signed(bits: Bits, start: number, length: number): number | undefined {
  const value = unsigned(bits, start, length);
  if (value === undefined) return undefined;
  return value >= 1 << (length - 1) ? value - (1 << length) : value;
}

/** One bit as a flag; undefined when the payload ends before it. */
export function flag(bits: Bits, start: number): boolean | undefined {
  const value = unsigned(bits, start, 1);
  return value === undefined ? undefined : value === 1;
}

const letters = Array.from({ length: 64 }, (_, code) => String.fromCharCode(code < 32 ? code + 64 : code));

/**
 * Six-bit characters up to the first `@`, with their blanks; undefined when the payload ends before the first one. What
 * is cut off is given as far as it goes.
 */
export function characters(bits: Bits, start: number, length: number): string | undefined {
  const end = Math.min(start + length, bits.length);
  if (end - start < 6) return undefined;
  let result = '';
  for (let at = start; at + 6 <= end; at += 6) {
    const code = unsigned(bits, at, 6) ?? 0;
    if (code === 0) break;
    result += letters[code];
  }
  return result;
}

/** A text without blanks around it; null when nothing is left. */
export function tidy(written: string): string | null {
  const trimmed = written.trim();
  return trimmed === '' ? null : trimmed;
}

/** A text field; null when it is empty, undefined when the payload ends before it. */
export function text(bits: Bits, start: number, length: number): string | null | undefined {
  const written = characters(bits, start, length);
  return written === undefined ? undefined : tidy(written);
}

/** Puts payloads one after the other bit by bit, as parts with fill bits inside a message need it. */
export function joinBits(parts: readonly Bits[], into: Bits): boolean {
  let length = 0;
  into.six.fill(0);
  for (const part of parts) {
    if (length + part.length > maxCharacters * 6) return false;
    for (let at = 0; at < part.length; at += 1) {
      if (unsigned(part, at, 1) === 1) {
        const place = Math.trunc(length / 6);
        into.six[place] = sixAt(into.six, place) | (1 << (5 - (length - place * 6)));
      }
      length += 1;
    }
  }
  into.length = length;
  return true;
}
