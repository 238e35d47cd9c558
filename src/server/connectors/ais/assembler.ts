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
  /** Group or station of a tag block, '' when no part had one. */
  origin: string;
  channel: string;
};

/** A message that was put together, kept to know what comes of it once more. */
type Finished = { parts: readonly Bits[]; line: number; reversed: boolean };

/** Bounds of waiting for the missing parts of messages. */
export type AssemblerLimits = {
  /** Messages waiting at once; the oldest gives way. */
  maxPending: number;
  /** Parts that come later than this after the first one belong to another message. */
  timeoutMs: number;
  /** The same in lines, for logs without times. */
  timeoutLines: number;
};

/** Usual bounds: a receiver sends the parts of a message at once. */
export const usualLimits: AssemblerLimits = { maxPending: 500, timeoutMs: 30_000, timeoutLines: 5000 };

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

/** What all parts of a message say alike. */
const prefixOf = (sentence: Sentence): string => `${sentence.talker}${sentence.total}|${sentence.sequence}|`;

/** Lines within which datagrams overtake each other: a part that came longer before the first one is not of its message. */
const overtakingLines = 20;

const originOf = (sentence: Sentence): string => sentence.group ?? sentence.station ?? '';

/** Later parts often lack what the first one has: the channel, or the whole tag block. */
const fits = (a: string, b: string): boolean => a === b || a === '' || b === '';

/** A message none of whose parts is stored yet. */
const pendingOf = (key: string, sentence: Sentence, now: Instant, line: number): Pending => ({
  key,
  total: sentence.total,
  have: 0,
  parts: Array.from({ length: sentence.total }),
  startedAt: now,
  startedLine: line,
  at: sentence.at,
  station: sentence.station,
  origin: originOf(sentence),
  channel: sentence.channel,
});

/** Whether a message has waited too long for its missing parts. */
const isOver = (limits: AssemblerLimits, one: Pending, now: Instant, line: number): boolean =>
  now - one.startedAt > limits.timeoutMs || line - one.startedLine > limits.timeoutLines;

/** Times of reception tell messages of a recording apart, which arrives here at once. */
const isApart = (limits: AssemblerLimits, one: Pending, at: Instant | null): boolean =>
  at !== null && one.at !== null && Math.abs(at - one.at) > limits.timeoutMs;

/** The message that lacks this part, though it says less, or more, of where it is from. */
function findAlike(pending: ReadonlyMap<string, Pending>, sentence: Sentence, origin: string): Pending | undefined {
  const prefix = prefixOf(sentence);
  for (const one of pending.values()) {
    const lacks = one.parts[sentence.part - 1] === undefined;
    if (lacks && one.key.startsWith(prefix) && fits(one.channel, sentence.channel) && fits(one.origin, origin))
      return one;
  }
  return undefined;
}

/** The messages put together last, bounded. */
function createFinished(limit: number) {
  const finished = new Map<string, Finished>();
  return {
    keep(key: string, one: Finished): void {
      finished.delete(key);
      const oldest = finished.size >= limit ? finished.keys().next().value : undefined;
      if (oldest !== undefined) finished.delete(oldest);
      finished.set(key, one);
    },
    /** What a later part is that nothing waits for: heard twice, or left over by a message that got the part of another. */
    leftOver(key: string, sentence: Sentence, bits: Bits, line: number): 'repeated' | 'stray' | undefined {
      const before = sentence.part > 1 ? finished.get(key) : undefined;
      if (before === undefined || line - before.line > overtakingLines) return undefined;
      const known = before.parts[sentence.part - 1];
      if (known !== undefined && sameBits(known, bits)) return 'repeated';
      return before.reversed ? 'stray' : undefined;
    },
  };
}

/**
 * Puts messages of several sentences together: parts may overtake each other and come between those of other messages,
 * distinguished by talker, count, sequence id, channel and what the tag block says of their origin. Memory is bounded; what
 * stays incomplete is counted by `onDropped`.
 */
export function createAssembler(limits: AssemblerLimits, onDropped: (parts: number) => void) {
  const pending = new Map<string, Pending>();
  const finished = createFinished(limits.maxPending);
  const whole = createBits();

  const drop = (one: Pending): void => {
    pending.delete(one.key);
    onDropped(one.have);
  };

  const find = (key: string, sentence: Sentence, origin: string, line: number): Pending | undefined => {
    let one = pending.get(key);
    if (one === undefined && pending.size > 0) one = findAlike(pending, sentence, origin);
    if (one === undefined || sentence.part > 1 || line - one.startedLine <= overtakingLines) return one;
    // The rest of a message whose beginning was lost.
    if (one.parts[0] === undefined) drop(one);
    return one.parts[0] === undefined ? undefined : one;
  };

  const begin = (key: string, sentence: Sentence, now: Instant, line: number): Pending => {
    const oldest = pending.size >= limits.maxPending ? pending.values().next().value : undefined;
    if (oldest !== undefined) drop(oldest);
    const one = pendingOf(key, sentence, now, line);
    pending.set(key, one);
    return one;
  };

  const finish = (one: Pending, line: number, reversed: boolean): readonly Bits[] => {
    const parts = one.parts.filter((part) => part !== undefined);
    pending.delete(one.key);
    finished.keep(one.key, { parts, line, reversed });
    return parts;
  };

  return {
    add(sentence: Sentence, bits: Bits, now: Instant, line: number): Added {
      const origin = originOf(sentence);
      const key = `${prefixOf(sentence)}${sentence.channel}|${origin}`;
      let one = find(key, sentence, origin, line);
      if (one !== undefined && (isOver(limits, one, now, line) || isApart(limits, one, sentence.at))) {
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
      if (one === undefined) {
        const rest = finished.leftOver(key, sentence, bits, line);
        if (rest === 'stray') onDropped(1);
        if (rest !== undefined) return { state: rest === 'stray' ? 'waiting' : 'repeated' };
        one = begin(key, sentence, now, line);
      }
      const reversed = sentence.part === 1 && one.have > 0;
      one.parts[sentence.part - 1] = copyOf(bits);
      one.have += 1;
      one.at ??= sentence.at;
      one.station ??= sentence.station;
      if (one.have < one.total) return { state: 'waiting' };
      if (!joinBits(finish(one, line, reversed), whole)) whole.length = 0;
      return { state: 'complete', bits: whole, at: one.at, station: one.station };
    },
    /** Gives up what has waited too long, so that it is counted although nothing follows. */
    expire(now: Instant, line: number): void {
      for (const one of pending.values()) if (isOver(limits, one, now, line)) drop(one);
    },
    /** Gives up everything that waits. */
    flush(): void {
      for (const one of pending.values()) drop(one);
    },
    waiting: (): number => pending.size,
  };
}
