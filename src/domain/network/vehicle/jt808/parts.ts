import { ByteBudget } from '#shared/memory/byte-budget.ts';
import { valueFor } from '#shared/values/items.ts';
import type { Jt808Message } from './frame.ts';

type Waiting = { total: number; parts: Map<number, Uint8Array>; bytes: number; cost: number };

/** What taking a part gives: the whole message, what is missing at its end, or nothing yet. */
export type Taken =
  | { kind: 'whole'; message: Jt808Message }
  | { kind: 'missing'; firstSerial: number; parts: number[] }
  | { kind: 'waiting' }
  | { kind: 'refused' };

const maxWaiting = 4;
/** Longest message in bytes. */
const maxBytes = 1_500_000;
/** What the parts of one connection may take in memory. */
const maxCost = 2_000_000;
/** What a part takes besides its bytes. */
const costOfPart = 128;
const maxParts = 2_000;
/** A request to send again names so many parts at most. */
const maxRequested = 120;

/**
 * Puts the parts of long messages of one connection together, in whatever order they come. A connection may hold 2 MB, and all
 * connections together what `budget` allows; `clear` gives it back.
 */
export function createParts808(budget: ByteBudget = new ByteBudget('device_parts', maxCost)) {
  const waiting = new Map<string, Waiting>();
  let held = 0;

  function drop(key: string): void {
    const one = waiting.get(key);
    if (one === undefined) return;
    waiting.delete(key);
    held -= one.cost;
    budget.give(one.cost, one.parts.size);
  }

  /** Makes room for a part of `key`, by giving up the oldest of the other messages. */
  function makeRoom(key: string, cost: number): boolean {
    for (;;) {
      if (held + cost <= maxCost && budget.take(cost)) return true;
      const oldest = [...waiting.keys()].find((other) => other !== key);
      if (oldest === undefined) return false;
      drop(oldest);
    }
  }

  function join(message: Jt808Message, { parts, total, bytes }: Waiting): Jt808Message {
    const body = new Uint8Array(bytes);
    let at = 0;
    for (let no = 1; no <= total; no += 1) {
      const part = valueFor(parts, no);
      body.set(part, at);
      at += part.length;
    }
    return { ...message, body, packet: null };
  }

  /** Keeps a part; false when there is no room for it, and its message is given up. */
  function keep(key: string, one: Waiting, no: number, body: Uint8Array): boolean {
    if (one.parts.has(no)) return true;
    const cost = body.length + costOfPart;
    if (one.bytes + body.length > maxBytes || !makeRoom(key, cost)) {
      drop(key);
      return false;
    }
    one.parts.set(no, body.slice());
    one.bytes += body.length;
    one.cost += cost;
    held += cost;
    waiting.set(key, one);
    return true;
  }

  return {
    /** Messages of which parts are missing. */
    waiting: () => waiting.size,
    /** Bytes that the parts take in memory. */
    held: () => held,
    take(message: Jt808Message): Taken {
      const { packet } = message;
      if (packet === null) return { kind: 'whole', message };
      if (packet.total > maxParts || !message.checksumOk) return { kind: 'refused' };
      const firstSerial = (message.serial - packet.no + 1) & 0xffff;
      const key = `${message.id} ${firstSerial} ${packet.total}`;
      const one = waiting.get(key) ?? { total: packet.total, parts: new Map<number, Uint8Array>(), bytes: 0, cost: 0 };
      if (!keep(key, one, packet.no, message.body)) return { kind: 'refused' };
      const [oldest] = waiting.keys();
      if (oldest !== undefined && waiting.size > maxWaiting) drop(oldest);
      if (one.parts.size === one.total) {
        const whole = join(message, one);
        drop(key);
        return { kind: 'whole', message: whole };
      }
      if (packet.no < packet.total) return { kind: 'waiting' };
      const missing = Array.from({ length: one.total }, (_none, index) => index + 1).filter((no) => !one.parts.has(no));
      return { kind: 'missing', firstSerial, parts: missing.slice(0, maxRequested) };
    },
    /** Gives up everything that waits, when the connection ends. */
    clear(): void {
      for (const key of waiting.keys()) drop(key);
    },
  };
}
