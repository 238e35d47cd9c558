import type { Instant } from '#shared/time/instant.ts';

/** Why a line gave no sentence. `blank` and `notAis` are no faults: comments, other sentences of the same receiver. */
export type LineFault = 'blank' | 'notAis' | 'badFields' | 'badChecksum' | 'badParts' | 'badFill';

/** One VDM or VDO sentence of a line; filled again for every line. */
export type Sentence = {
  talker: string;
  own: boolean;
  total: number;
  part: number;
  /** Sequential message id, '' when there is none. */
  sequence: string;
  channel: string;
  payloadStart: number;
  payloadEnd: number;
  fill: number;
  hasChecksum: boolean;
  /** The checksum as written; -1 without one. */
  sum: number;
  at: Instant | null;
  station: string | null;
  /** Number of the group of sentences that belong together, of the tag block. */
  group: string | null;
  /** A tag block was there whose checksum is wrong; it says nothing then. */
  badTagBlock: boolean;
  /** Where on the line the next sentence begins, with its tag block; -1 when this is the last. */
  next: number;
};

/** An empty sentence, to be filled. */
export const createSentence = (): Sentence => ({
  talker: '',
  own: false,
  total: 0,
  part: 0,
  sequence: '',
  channel: '',
  payloadStart: 0,
  payloadEnd: 0,
  fill: 0,
  hasChecksum: false,
  sum: -1,
  at: null,
  station: null,
  group: null,
  badTagBlock: false,
  next: -1,
});

const comma = 44;
const star = 42;
const backslash = 92;
const bang = 33;
const dollar = 36;
const colon = 58;
const letterC = 99;
const letterG = 103;
const letterS = 115;

/** A byte of the line; past the end it is undefined, and arithmetic with it gives NaN. */
const byteAt = (bytes: Uint8Array, at: number): number => bytes[at] as number;

const ascii = (bytes: Uint8Array, start: number, end: number): string => {
  let result = '';
  for (let at = start; at < end; at += 1) result += String.fromCharCode(byteAt(bytes, at));
  return result;
};

const digitAt = (bytes: Uint8Array, at: number): number => {
  const digit = byteAt(bytes, at) - 48;
  return digit >= 0 && digit <= 9 ? digit : -1;
};

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/** Two hexadecimal digits at a place; -1 when they are none. */
function hexAt(bytes: Uint8Array, at: number, end: number): number {
  if (at + 1 >= end) return -1;
  const high = hexDigit(byteAt(bytes, at));
  const low = hexDigit(byteAt(bytes, at + 1));
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function xorOf(bytes: Uint8Array, start: number, end: number): number {
  let sum = 0;
  for (let at = start; at < end; at += 1) sum ^= byteAt(bytes, at);
  return sum;
}

/** No receiver is older than this or works beyond that. */
const earliest = Date.UTC(1973, 2, 4);
const latest = Date.UTC(2101, 0, 1);
const orNone = (at: Instant): Instant | null => (at >= earliest && at < latest ? at : null);

/** Seconds, milliseconds or microseconds since 1970 as receivers write them; null for what is none of these. */
function timeOf(value: number): Instant | null {
  if (value >= 1e14) return orNone(Math.round(value / 1000));
  return orNone(value >= 1e11 ? Math.round(value) : Math.round(value * 1000));
}

const epochOf = (digits: string): Instant | null => (/^\d{9,16}(\.\d*)?$/.test(digits) ? timeOf(Number(digits)) : null);

const stations = new Map<string, string>();

/** The name of a station; kept once, because few stations receive everything. */
function stationText(bytes: Uint8Array, start: number, end: number): string {
  const name = ascii(bytes, start, Math.min(end, start + 40));
  const known = stations.get(name);
  if (known !== undefined) return known;
  if (stations.size >= 1000) stations.clear();
  stations.set(name, name);
  return name;
}

/** Digits between two places as a number; -1 when there is anything else or too many of them. */
function digitsAt(bytes: Uint8Array, start: number, end: number): number {
  if (end <= start || end - start > 15) return -1;
  let value = 0;
  for (let at = start; at < end; at += 1) {
    const digit = digitAt(bytes, at);
    if (digit < 0) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** The number of a group: `g:1-2-71` is the first of two sentences of group 71. */
function groupOf(bytes: Uint8Array, start: number, stop: number): string | null {
  return /^\d+-\d+-(\w+)$/.exec(ascii(bytes, start, stop))?.[1] ?? null;
}

/** Reads a tag block (IEC 61162-450, NMEA 4): source, time, group; others are passed over. */
function readTagBlock(bytes: Uint8Array, start: number, end: number, sentence: Sentence): void {
  let close = end;
  for (let at = end - 1; at >= start && at >= end - 4; at -= 1) if (bytes[at] === star) close = at;
  if (close < end && hexAt(bytes, close + 1, end) !== xorOf(bytes, start, close)) {
    sentence.badTagBlock = true;
    return;
  }
  for (let at = start; at < close;) {
    const stop = find(bytes, comma, at, close);
    if (bytes[at + 1] === colon) {
      if (bytes[at] === letterC) {
        const time = digitsAt(bytes, at + 2, stop);
        sentence.at = (time < 0 ? epochOf(ascii(bytes, at + 2, stop)) : timeOf(time)) ?? sentence.at;
      } else if (bytes[at] === letterS && stop > at + 2) sentence.station = stationText(bytes, at + 2, stop);
      else if (bytes[at] === letterG) sentence.group = groupOf(bytes, at + 2, stop);
    }
    at = stop + 1;
  }
}

/** Date and time in the order of ISO 8601, also without signs between, or day first with points. */
const dateForms = [
  /(?<year>\d{4})[-/](?<month>\d\d)[-/](?<day>\d\d)[T ](?<clock>\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?<zone>Z|[+-]\d\d:?\d\d)?/,
  /(?<day>\d\d)\.(?<month>\d\d)\.(?<year>\d{4})[T ](?<clock>\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?<zone>Z|[+-]\d\d:?\d\d)?/,
  /(?<!\d)(?<year>(?:19|20)\d\d)(?<month>\d\d)(?<day>\d\d)T?(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)(?!\d)/,
];

/** A time written before the sentence: a date and time, in UTC unless it says otherwise, or seconds since 1970. */
function timeBefore(text: string): Instant | null {
  const found = dateForms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (found !== undefined) {
    const { year, month, day, hour, minute, second } = found;
    const clock = found['clock'] ?? `${hour}:${minute}:${second}`;
    const time = Date.parse(`${year}-${month}-${day}T${clock}${found['zone'] ?? 'Z'}`);
    // A day that its month does not have is read as one of the next.
    const isDay = new Date(Date.parse(`${year}-${month}-${day}T00:00Z`)).getUTCDate() === Number(day);
    return isDay && !Number.isNaN(time) ? orNone(time) : null;
  }
  const digits = /\d{9,16}(?:\.\d+)?/.exec(text)?.[0];
  return digits === undefined ? null : epochOf(digits);
}

/** What receivers append behind the checksum: a station (`r...`, `b...`) and at the end the time of reception. */
function readAppended(bytes: Uint8Array, start: number, end: number, sentence: Sentence): void {
  const text = ascii(bytes, start, end);
  const comment = commentIn(text);
  for (const field of (comment < 0 ? text : text.slice(0, comment)).split(/[,;\s]+/)) {
    if (/^[rbBD][A-Za-z0-9_-]{2,}$/.test(field)) sentence.station ??= field;
    else sentence.at = epochOf(field) ?? sentence.at;
  }
}

/** Index of the next byte of a value, or `end`. */
function find(bytes: Uint8Array, value: number, from: number, end: number): number {
  // Fields are short: a loop is faster than the native search.
  for (let at = from; at < end; at += 1) if (bytes[at] === value) return at;
  return Math.max(from, end);
}

const isFormatter = (bytes: Uint8Array, at: number): boolean =>
  bytes[at + 3] === 86 && bytes[at + 4] === 68 && (bytes[at + 5] === 77 || bytes[at + 5] === 79);

/** Start of the sentence itself; -1 when the line holds none of ours. */
function findSentence(bytes: Uint8Array, from: number, end: number): number {
  for (let at = from; at + 6 < end; at += 1) {
    const code = bytes[at];
    if ((code === bang || code === dollar) && isFormatter(bytes, at) && bytes[at + 6] === comma) return at;
  }
  return -1;
}

/** Where a comment begins in a text outside of sentences: at a mark at the beginning or behind a blank; -1 for none. */
const commentIn = (text: string): number =>
  // Tag blocks may hold such marks as parts of names.
  text.replaceAll(/\\[^\\]*\\/g, (block) => '.'.repeat(block.length)).search(/(?:^|\s)(?:#|\/\/)/);

/** Whether what stands before the first sentence of a line says that the line is a comment. */
const isComment = (front: string): boolean => /^\s*;/.test(front) || commentIn(front) >= 0;

/** Where the next sentence of the line begins behind a place, with the tag blocks that belong to it; -1 for none. */
function findNext(bytes: Uint8Array, from: number, end: number): number {
  let at = findSentence(bytes, from, end);
  while (at > from && bytes[at - 1] === backslash) {
    let open = at - 2;
    while (open >= from && bytes[open] !== backslash) open -= 1;
    if (open < from) break;
    at = open;
  }
  return at;
}

/** The same; -1 also where a comment begins before it. */
function nextBehind(bytes: Uint8Array, from: number, end: number): number {
  const next = findNext(bytes, from, end);
  return next < 0 || commentIn(ascii(bytes, from, next)) >= 0 ? -1 : next;
}

function readFront(bytes: Uint8Array, start: number, end: number, sentence: Sentence): number {
  let from = start;
  // Tag blocks first: they may hold what looks like a sentence.
  for (;;) {
    const open = find(bytes, backslash, from, end);
    const sign = Math.min(find(bytes, bang, from, end), find(bytes, dollar, from, end));
    if (open >= end || open > sign) break;
    const close = find(bytes, backslash, open + 1, end);
    if (close >= end) {
      from = open + 1;
      break;
    }
    if (close > open + 1) readTagBlock(bytes, open + 1, close, sentence);
    from = close + 1;
  }
  const at = findSentence(bytes, from, end);
  if (at > start && isComment(ascii(bytes, start, Math.min(at, start + 200)))) return -1;
  if (at > from + 7) sentence.at ??= timeBefore(ascii(bytes, from, Math.min(at, from + 200)));
  return at;
}

/** A number of one or two digits between two places; -1 when it is none. */
function smallNumber(bytes: Uint8Array, start: number, end: number): number {
  if (end - start === 1) return digitAt(bytes, start);
  if (end - start !== 2) return -1;
  const [high, low] = [digitAt(bytes, start), digitAt(bytes, start + 1)];
  return high < 0 || low < 0 ? -1 : high * 10 + low;
}

const talkers = new Map<number, string>();

/** Talkers and channels are few: each text is made once. */
function shortText(bytes: Uint8Array, start: number, end: number): string {
  if (end <= start) return '';
  if (end - start > 2) return ascii(bytes, start, Math.min(end, start + 8));
  const first = byteAt(bytes, start);
  const key = end - start === 1 ? first : first * 256 + byteAt(bytes, start + 1);
  let known = talkers.get(key);
  if (known === undefined) talkers.set(key, (known = ascii(bytes, start, end)));
  return known;
}

function readFill(bytes: Uint8Array, at: number, close: number, sentence: Sentence): boolean {
  if (at >= close || bytes[at] === comma) {
    sentence.fill = 0;
    return true;
  }
  sentence.fill = digitAt(bytes, at);
  return (
    sentence.fill >= 0 &&
    sentence.fill <= 5 &&
    (at + 1 >= close || (digitAt(bytes, at + 1) < 0 && bytes[at + 1] !== 45))
  );
}

/** Where the next sentence of the line or its tag block begins at the earliest: a checksum behind it is its own. */
function nextSign(bytes: Uint8Array, from: number, end: number): number {
  return Math.min(find(bytes, bang, from, end), find(bytes, backslash, from, end), end);
}

/** Checks the sum when there is one and reads what follows it. */
function readEnd(
  bytes: Uint8Array,
  sign: number,
  from: number,
  end: number,
  sentence: Sentence,
): LineFault | undefined {
  const close = find(bytes, star, from, nextSign(bytes, from, end));
  sentence.hasChecksum = close + 1 < end && bytes[close] === star;
  sentence.sum = sentence.hasChecksum ? hexAt(bytes, close + 1, end) : -1;
  if (sentence.hasChecksum && sentence.sum !== xorOf(bytes, sign + 1, close)) return 'badChecksum';
  if (!readFill(bytes, from, close, sentence)) return 'badFill';
  const behind = sentence.hasChecksum ? close + 3 : from + 1;
  if (behind < end) sentence.next = nextBehind(bytes, behind, end);
  const stop = sentence.next < 0 ? (sentence.hasChecksum ? end : close) : sentence.next;
  const appended = sentence.hasChecksum ? behind : behind + 1;
  if (appended < stop) readAppended(bytes, appended, stop, sentence);
  return undefined;
}

/**
 * Reads the first sentence of a line (IEC 61162-1 with what receivers put around it) into `sentence`; says what is wrong with
 * it otherwise. `sentence.next` says where the line goes on. A sentence without a checksum is taken, one with a wrong checksum is not.
 */
export function readSentence(
  bytes: Uint8Array,
  start: number,
  stop: number,
  sentence: Sentence,
): LineFault | undefined {
  let end = stop;
  while (end > start && byteAt(bytes, end - 1) <= 32) end -= 1;
  if (end === start) return 'blank';
  sentence.at = null;
  sentence.station = null;
  sentence.group = null;
  sentence.badTagBlock = false;
  sentence.next = -1;
  const isPlain = end - start > 6 && bytes[start] === bang && isFormatter(bytes, start) && bytes[start + 6] === comma;
  const sign = isPlain ? start : readFront(bytes, start, end, sentence);
  if (sign < 0) return 'notAis';
  const fault = readFields(bytes, sign, end, sentence);
  // Behind what is damaged the next sentence begins with the next sign.
  if (fault !== undefined) sentence.next = nextBehind(bytes, sign + 7, end);
  return fault;
}

function readFields(bytes: Uint8Array, sign: number, end: number, sentence: Sentence): LineFault | undefined {
  sentence.talker = shortText(bytes, sign + 1, sign + 3);
  sentence.own = bytes[sign + 5] === 79;
  const totalAt = sign + 7;
  const partAt = find(bytes, comma, totalAt, end) + 1;
  const sequenceAt = find(bytes, comma, partAt, end) + 1;
  const channelAt = find(bytes, comma, sequenceAt, end) + 1;
  const payloadAt = find(bytes, comma, channelAt, end) + 1;
  const fillAt = find(bytes, comma, payloadAt, end) + 1;
  if (fillAt > end) return checkedFault(bytes, sign, end);
  sentence.total = smallNumber(bytes, totalAt, partAt - 1);
  sentence.part = smallNumber(bytes, partAt, sequenceAt - 1);
  sentence.sequence = shortText(bytes, sequenceAt, channelAt - 1);
  sentence.channel = shortText(bytes, channelAt, payloadAt - 1);
  sentence.payloadStart = payloadAt;
  sentence.payloadEnd = fillAt - 1;
  const fault = readEnd(bytes, sign, fillAt, end, sentence);
  if (fault !== undefined) return fault;
  return sentence.total < 1 || sentence.part < 1 || sentence.part > sentence.total ? 'badParts' : undefined;
}

/** A line that is cut off fails by its checksum when it has one, else by its fields. */
function checkedFault(bytes: Uint8Array, sign: number, end: number): LineFault {
  const close = find(bytes, star, sign, end);
  const sum = close < end ? hexAt(bytes, close + 1, end) : -1;
  return sum >= 0 && sum !== xorOf(bytes, sign + 1, close) ? 'badChecksum' : 'badFields';
}
