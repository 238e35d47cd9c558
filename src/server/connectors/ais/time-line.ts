import type { Instant } from '#shared/time/instant.ts';

/** When the sentence with this checksum was received. */
export type TimeLine = { at: Instant; sum: number };

const form =
  /^\$(PGHP,1,(\d{4}),(\d{1,2}),(\d{1,2}),(\d{1,2}),(\d{1,2}),(\d{1,2}),(\d{1,3}),[^*]*,([0-9A-F]{1,2}))\*([0-9A-F]{2})$/i;
const longest = 120;

/**
 * Reads the line some coastal networks put before each sentence, `$PGHP,1,year,month,day,hour,minute,second,ms,...,sum`
 * in UTC; undefined for any other line and for a damaged one.
 */
export function readTimeLine(bytes: Uint8Array, start: number, end: number): TimeLine | undefined {
  if (end - start > longest || bytes[start] !== 36 || bytes[start + 1] !== 80 || bytes[start + 2] !== 71)
    return undefined;
  const [, body, ...groups] = form.exec(Buffer.from(bytes.subarray(start, end)).toString('latin1').trim()) ?? [];
  if (body === undefined) return undefined;
  let xor = 0;
  for (const char of body) xor ^= char.charCodeAt(0);
  const [sum = '', ownSum = ''] = groups.slice(7);
  if (xor !== Number.parseInt(ownSum, 16)) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, ms = 0] = groups.map(Number);
  const at = Date.UTC(year, month - 1, day, hour, minute, second, ms);
  const read = new Date(at);
  const isReal =
    read.getUTCMonth() === month - 1 && read.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  return isReal && year > 1980 ? { at, sum: Number.parseInt(sum, 16) } : undefined;
}
