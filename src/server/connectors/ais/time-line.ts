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
  const [, body, ...fields] = form.exec(Buffer.from(bytes.subarray(start, end)).toString('latin1').trim()) ?? [];
  if (body === undefined) return undefined;
  let xor = 0;
  for (const char of body) xor ^= char.charCodeAt(0);
  if (xor !== Number.parseInt(fields[8] as string, 16)) return undefined;
  const [year, month, day, hour, minute, second, ms] = fields.map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const at = Date.UTC(year, month - 1, day, hour, minute, second, ms);
  const read = new Date(at);
  const isReal =
    read.getUTCMonth() === month - 1 && read.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  return isReal && year > 1980 ? { at, sum: Number.parseInt(fields[7] as string, 16) } : undefined;
}
