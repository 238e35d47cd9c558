import { valueFor } from '#shared/values/items.ts';
import type { Jt808Message } from './frame.ts';

type Waiting = { total: number; parts: Map<number, Uint8Array>; bytes: number };

/** What taking a part gives: the whole message, what is missing at its end, or nothing yet. */
export type Taken =
  | { kind: 'whole'; message: Jt808Message }
  | { kind: 'missing'; firstSerial: number; parts: number[] }
  | { kind: 'waiting' }
  | { kind: 'refused' };

const mostWaiting = 4;
const mostBytes = 1_500_000;
const mostParts = 2_000;
/** A request to send again names so many parts at most. */
const mostAsked = 120;

/** Puts the parts of long messages of one connection together, in whatever order they come; bounded. */
export function createParts808() {
  const waiting = new Map<string, Waiting>();
  const drop = (key: string): void => void waiting.delete(key);

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

  return {
    /** Messages of which parts are missing. */
    waiting: () => waiting.size,
    take(message: Jt808Message): Taken {
      const { packet } = message;
      if (packet === null) return { kind: 'whole', message };
      if (packet.total > mostParts || !message.checksumOk) return { kind: 'refused' };
      const firstSerial = (message.serial - packet.no + 1) & 0xffff;
      const key = `${message.id} ${firstSerial} ${packet.total}`;
      const one = waiting.get(key) ?? { total: packet.total, parts: new Map<number, Uint8Array>(), bytes: 0 };
      if (!one.parts.has(packet.no)) {
        one.parts.set(packet.no, message.body.slice());
        one.bytes += message.body.length;
      }
      if (one.bytes > mostBytes) {
        drop(key);
        return { kind: 'refused' };
      }
      waiting.set(key, one);
      const [oldest] = waiting.keys();
      if (oldest !== undefined && waiting.size > mostWaiting) drop(oldest);
      if (one.parts.size === one.total) {
        drop(key);
        return { kind: 'whole', message: join(message, one) };
      }
      if (packet.no < packet.total) return { kind: 'waiting' };
      const missing = Array.from({ length: one.total }, (_none, index) => index + 1).filter((no) => !one.parts.has(no));
      return { kind: 'missing', firstSerial, parts: missing.slice(0, mostAsked) };
    },
  };
}
