import type { Instant } from '#shared/time/instant.ts';
import { recordOf } from '#shared/values/objects.ts';
import { createAssembler, usualLimits } from './assembler.ts';
import type { AssemblerLimits } from './assembler.ts';
import { createBits, unarmour } from './bits.ts';
import type { Bits } from './bits.ts';
import { decodePayload } from './decode-payload.ts';
import type { AisMessage, Reception } from './messages.ts';
import { readTimeLine } from './time-line.ts';
import type { TimeLine } from './time-line.ts';
import { createSentence, readSentence } from './sentence.ts';
import type { LineFault } from './sentence.ts';

/** Why something was not decoded; each is counted. */
export const refusalReasons = [
  /** Fewer fields than a sentence has: the line is cut off. */
  'badFields',
  /** The checksum does not fit. */
  'badChecksum',
  /** Count and number of the part contradict each other. */
  'badParts',
  /** Fill bits are no number from 0 to 5. */
  'badFill',
  /** A character that is no six-bit armour. */
  'badCharacter',
  /** No payload, or one that ends before the sender's number. */
  'tooShort',
  /** A line longer than any sentence. */
  'lineTooLong',
  /** Parts whose other parts never came. */
  'incomplete',
  /** A tag block with a wrong checksum; the sentence behind it was taken. */
  'badTagBlock',
  /** AISStream: no JSON, or no message. */
  'badFrame',
  /** AISStream: a message without MMSI or time, or one that the service itself could not decode. */
  'badFrameFields',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** What a decoder has seen. */
export type DecoderCounts = {
  lines: number;
  /** Blank lines, comments and sentences of other instruments. */
  passedOver: number;
  sentences: number;
  messages: number;
  /** Messages of types that are recognised only. */
  others: number;
  withoutChecksum: number;
  repeatedParts: number;
  refused: Record<RefusalReason, number>;
};

/** How a decoder differs from the usual. */
export type DecoderOptions = Partial<AssemblerLimits> & {
  /** Sees every refused line, for showing one. */
  onRefused?: (reason: RefusalReason, line: Uint8Array) => void;
};

const longestLine = 2048;
const newline = 10;
const carriageReturn = 13;

const isPassedOver = (fault: LineFault): fault is 'blank' | 'notAis' => fault === 'blank' || fault === 'notAis';

export const noCounts = (): DecoderCounts => ({
  lines: 0,
  passedOver: 0,
  sentences: 0,
  messages: 0,
  others: 0,
  withoutChecksum: 0,
  repeatedParts: 0,
  refused: recordOf(refusalReasons, () => 0),
});

type Emit = (message: AisMessage) => void;

/** A decoder of one stream, as receiving uses it: pieces of bytes in, messages out. */
export type StreamDecoder = Omit<AisDecoder, 'line'>;

/** A decoder of one stream: lines or pieces of bytes in, messages out; nothing it is given makes it fail. */
export type AisDecoder = {
  /** Takes a piece of a stream, cut anywhere; `now` is the time of arrival. */
  feed: (chunk: Uint8Array, now: Instant, emit: (message: AisMessage) => void) => void;
  /** Takes one line without its end; the first message that it completes, undefined for none. `feed` tells all of them. */
  line: (line: string | Uint8Array, now?: Instant) => AisMessage | undefined;
  /** Ends the stream: a last line without an end is taken, waiting parts are given up. */
  end: (now: Instant, emit: (message: AisMessage) => void) => void;
  counts: () => DecoderCounts;
};

/** Makes a decoder of AIS sentences (IEC 61162-1, ITU-R M.1371-5). */
export function createAisDecoder(options: DecoderOptions = {}): AisDecoder {
  const counts = noCounts();
  const sentence = createSentence();
  const bits = createBits();
  const refuse = (reason: RefusalReason, line: Uint8Array): void => {
    counts.refused[reason] += 1;
    options.onRefused?.(reason, line);
  };
  /** A time that stands in a line of its own before the sentence it is for. */
  let ahead: TimeLine | undefined;
  const nothing = new Uint8Array();
  const assembler = createAssembler({ ...usualLimits, ...options }, (parts) => {
    counts.refused.incomplete += parts;
    options.onRefused?.('incomplete', nothing);
  });

  const finish = (payload: Bits, reception: Reception, line: Uint8Array): AisMessage | undefined => {
    const message = decodePayload(payload, reception);
    if (message === undefined) refuse('tooShort', line);
    else {
      counts.messages += 1;
      if (message.kind === 'other') counts.others += 1;
    }
    return message;
  };

  const decodeSentence = (bytes: Uint8Array, start: number, stop: number, now: Instant): AisMessage | undefined => {
    const fault = readSentence(bytes, start, stop, sentence);
    const end = sentence.next < 0 ? stop : sentence.next;
    if (fault !== undefined) {
      if (isPassedOver(fault)) {
        counts.passedOver += 1;
        if (fault === 'notAis') ahead = readTimeLine(bytes, start, end) ?? ahead;
      } else refuse(fault, bytes.subarray(start, end));
      return undefined;
    }
    counts.sentences += 1;
    if (ahead !== undefined) {
      if (sentence.hasChecksum && ahead.sum === sentence.sum) sentence.at ??= ahead.at;
      ahead = undefined;
    }
    if (!sentence.hasChecksum) counts.withoutChecksum += 1;
    if (sentence.badTagBlock) refuse('badTagBlock', bytes.subarray(start, end));
    if (!unarmour(bytes, sentence.payloadStart, sentence.payloadEnd, sentence.fill, bits)) {
      refuse('badCharacter', bytes.subarray(start, end));
      return undefined;
    }
    const reception: Reception = {
      at: sentence.at,
      station: sentence.station,
      talker: sentence.talker,
      channel: sentence.channel === '' ? null : sentence.channel,
      own: sentence.own,
    };
    if (sentence.total === 1) return finish(bits, reception, bytes.subarray(start, end));
    const added = assembler.add(sentence, bits, now, counts.lines);
    if (added.state === 'repeated') counts.repeatedParts += 1;
    if (added.state !== 'complete') return undefined;
    reception.at = added.at;
    reception.station = added.station;
    return finish(added.bits, reception, bytes.subarray(start, end));
  };

  /** Receivers that leave out a line end put several sentences on one line. */
  const decodeLine = (bytes: Uint8Array, start: number, end: number, now: Instant, emit: Emit): void => {
    counts.lines += 1;
    if ((counts.lines & 1023) === 0) assembler.expire(now, counts.lines);
    for (let at = start; at >= 0; at = sentence.next) {
      sentence.next = -1;
      const message = decodeSentence(bytes, at, end, now);
      if (message !== undefined) emit(message);
    }
  };

  return streamOf(decodeLine, counts, refuse, assembler.flush);
}

/** Where a byte is next, or the length. */
function placeOf(chunk: Uint8Array, value: number, from: number): number {
  const at = chunk.indexOf(value, from);
  return at < 0 ? chunk.length : at;
}

/** Cuts a stream into lines; a line without an end is kept up to the longest one. */
function streamOf(
  decodeLine: (bytes: Uint8Array, start: number, end: number, now: Instant, emit: Emit) => void,
  counts: DecoderCounts,
  refuse: (reason: RefusalReason, line: Uint8Array) => void,
  flush: () => void,
): AisDecoder {
  const rest = new Uint8Array(longestLine);
  let held = 0;
  let overlong = false;

  const tooLong = (line: Uint8Array): void => {
    counts.lines += 1;
    refuse('lineTooLong', line.subarray(0, 200));
  };
  const keep = (chunk: Uint8Array, start: number, end: number): void => {
    if (overlong) return;
    if (held + end - start > longestLine) {
      overlong = true;
      tooLong(chunk.subarray(start, end));
      held = 0;
      return;
    }
    rest.set(chunk.subarray(start, end), held);
    held += end - start;
  };
  const takeHeld = (now: Instant, emit: Emit): void => {
    const length = held;
    held = 0;
    if (overlong) {
      overlong = false;
      return;
    }
    if (length > 0) decodeLine(rest, 0, length, now, emit);
  };
  const takeLine = (chunk: Uint8Array, start: number, end: number, now: Instant, emit: Emit): void => {
    if (held > 0 || overlong) {
      keep(chunk, start, end);
      takeHeld(now, emit);
      return;
    }
    if (end - start > longestLine) {
      tooLong(chunk.subarray(start, end));
      return;
    }
    decodeLine(chunk, start, end, now, emit);
  };

  return {
    feed(chunk, now, emit) {
      const next = (value: number, from: number): number => placeOf(chunk, value, from);
      let start = 0;
      let feed = next(newline, 0);
      // Old recordings end lines by a carriage return alone.
      let back = next(carriageReturn, 0);
      while (feed < chunk.length || back < chunk.length) {
        const end = Math.min(feed, back);
        if (end > start || held > 0 || overlong) {
          takeLine(chunk, start, end, now, emit);
        }
        start = end + 1;
        if (end === feed) feed = next(newline, start);
        else back = next(carriageReturn, start);
      }
      if (start < chunk.length) keep(chunk, start, chunk.length);
    },
    line(line, now = 0) {
      const bytes = typeof line === 'string' ? Buffer.from(line, 'latin1') : line;
      if (bytes.length > longestLine) {
        tooLong(bytes);
        return undefined;
      }
      let first: AisMessage | undefined;
      decodeLine(bytes, 0, bytes.length, now, (message) => (first ??= message));
      return first;
    },
    end(now, emit) {
      takeHeld(now, emit);
      flush();
    },
    counts: () => counts,
  };
}
