import type { Instant } from '#shared/time/instant.ts';
import { createBits, joinBits } from './bits.ts';
import type { Bits } from './bits.ts';
import type { Sentence } from './sentence.ts';

type Pending = {
  key: string;
  total: number;
  have: number;
  parts: (Bits | undefined)[];
  /** When its first part arrived here. */
  startedAt: Instant;
  startedLine: number;
  at: Instant | null;
  station: string | null;
};

/** Bounds of waiting for the missing parts of messages. */
export type AssemblerLimits = {
  /** Messages waiting at once; the oldest gives way. */
  mostPending: number;
  /** Parts that come later than this after the first one belong to another message. */
  timeoutMs: number;
  /** The same in lines, for logs without times. */
  timeoutLines: number;
};

/** Usual bounds: a receiver sends the parts of a message at once. */
export const usualLimits: AssemblerLimits = { mostPending: 500, timeoutMs: 30_000, timeoutLines: 5000 };

/** What became of a part. */
export type Added =
  | { state: 'waiting' | 'repeated' }
  | { state: 'complete'; bits: Bits; at: Instant | null; station: string | null };

const sameBits = (a: Bits, b: Bits): boolean => {
  if (a.length !== b.length) return false;
  const count = Math.ceil(a.length / 6);
  for (let at = 0; at < count; at += 1) if (a.six[at] !== b.six[at]) return false;
  return true;
};

const copyOf = (bits: Bits): Bits => ({ six: bits.six.slice(0, Math.ceil(bits.length / 6) + 2), length: bits.length });

/**
 * Puts messages of several sentences together: parts may come in any order and between those of other messages, told
 * apart by talker, count, sequence id and channel. Memory is bounded; what stays incomplete is counted by `onDropped`.
 */
export function createAssembler(limits: AssemblerLimits, onDropped: (parts: number) => void) {
  const pending = new Map<string, Pending>();
  const whole = createBits();

  const drop = (one: Pending): void => {
    pending.delete(one.key);
    onDropped(one.have);
  };

  const isOver = (one: Pending, now: Instant, line: number): boolean =>
    now - one.startedAt > limits.timeoutMs || line - one.startedLine > limits.timeoutLines;

  /** Times of reception tell messages of a recording apart, which arrives here at once. */
  const isApart = (one: Pending, at: Instant | null): boolean =>
    at !== null && one.at !== null && Math.abs(at - one.at) > limits.timeoutMs;

  /** Some receivers name the channel on the first part only. */
  const findWithoutChannel = (sentence: Sentence): Pending | undefined => {
    const prefix = `${sentence.talker}${sentence.total}|${sentence.sequence}|`;
    for (const one of pending.values())
      if (one.key.startsWith(prefix) && one.parts[sentence.part - 1] === undefined) return one;
    return undefined;
  };

  const begin = (key: string, sentence: Sentence, now: Instant, line: number): Pending => {
    if (pending.size >= limits.mostPending) drop(pending.values().next().value as Pending);
    const one: Pending = {
      key,
      total: sentence.total,
      have: 0,
      parts: Array.from({ length: sentence.total }),
      startedAt: now,
      startedLine: line,
      at: sentence.at,
      station: sentence.station,
    };
    pending.set(key, one);
    return one;
  };

  return {
    add(sentence: Sentence, bits: Bits, now: Instant, line: number): Added {
      const key = `${sentence.talker}${sentence.total}|${sentence.sequence}|${sentence.channel}`;
      let one = pending.get(key) ?? (sentence.channel === '' ? findWithoutChannel(sentence) : undefined);
      if (one !== undefined && (isOver(one, now, line) || isApart(one, sentence.at))) {
        drop(one);
        one = undefined;
      }
      const known = one?.parts[sentence.part - 1];
      if (one !== undefined && known !== undefined) {
        if (sameBits(known, bits)) return { state: 'repeated' };
        // The same part with other content: the next message under this id has begun.
        drop(one);
        one = undefined;
      }
      one ??= begin(key, sentence, now, line);
      one.parts[sentence.part - 1] = copyOf(bits);
      one.have += 1;
      one.at ??= sentence.at;
      one.station ??= sentence.station;
      if (one.have < one.total) return { state: 'waiting' };
      pending.delete(one.key);
      if (!joinBits(one.parts as Bits[], whole)) whole.length = 0;
      return { state: 'complete', bits: whole, at: one.at, station: one.station };
    },
    /** Gives up what has waited too long, so that it is counted although nothing follows. */
    expire(now: Instant, line: number): void {
      for (const one of pending.values()) if (isOver(one, now, line)) drop(one);
    },
    /** Gives up everything that waits. */
    flush(): void {
      for (const one of pending.values()) drop(one);
    },
    waiting: (): number => pending.size,
  };
}
