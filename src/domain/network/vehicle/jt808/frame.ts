import { hexDigits, u16, u8 } from '../bytes.ts';
import { type Read, type VehicleFlaw, bad, good } from '../types.ts';

/** A message of a device or of the platform, without its frame. */
export type Jt808Message = {
  id: number;
  /** Number of the device: 12 digits, 20 in the edition of 2019; some devices use all 16 digits from 0 to F. */
  phone: string;
  serial: number;
  edition2019: boolean;
  /** False: accepted, but what it says is not believed. */
  checksumOk: boolean;
  /** Part `no` of `total`, from 1; null: a whole message. */
  packet: { total: number; no: number } | null;
  body: Uint8Array;
};

const mark = 0x7e;
/** A frame is 1,023 bytes of body and 20 of head; every one of them may be escaped. */
const longestFrame = 4096;

/** Takes the escapes out: 7d 02 is 7e, 7d 01 is 7d; undefined where 7d stands before anything else. */
function unescape808(bytes: Uint8Array): Uint8Array | undefined {
  let at = bytes.indexOf(0x7d);
  if (at < 0) return bytes;
  const out = new Uint8Array(bytes.length);
  out.set(bytes.subarray(0, at));
  let size = at;
  for (; at < bytes.length; at += 1) {
    const byte = u8(bytes, at);
    if (byte !== 0x7d) out[size] = byte;
    else {
      at += 1;
      const next = bytes[at];
      if (next !== 1 && next !== 2) return undefined;
      out[size] = next === 1 ? 0x7d : mark;
    }
    size += 1;
  }
  return out.subarray(0, size);
}

/** Reads what stands between two marks. */
export function readFrame808(escaped: Uint8Array): Read<Jt808Message> {
  const bytes = unescape808(escaped);
  if (bytes === undefined) return bad('badBody');
  if (bytes.length < 13) return bad('short');
  let sum = 0;
  const end = bytes.length - 1;
  for (let at = 0; at < end; at += 1) sum ^= u8(bytes, at);
  const attributes = u16(bytes, 2);
  const edition2019 = (attributes & 0x4000) !== 0;
  const isPart = (attributes & 0x2000) !== 0;
  const headSize = (edition2019 ? 17 : 12) + (isPart ? 4 : 0);
  if (end < headSize) return bad('short');
  if ((attributes & 0x1c00) !== 0) return bad('encrypted');
  // Meant as decimal digits; some devices write a number of theirs in all 48 bits.
  const phone = edition2019 ? hexDigits(bytes, 5, 15) : hexDigits(bytes, 4, 10);
  const packet = isPart ? { total: u16(bytes, headSize - 4), no: u16(bytes, headSize - 2) } : null;
  if (packet !== null && (packet.no < 1 || packet.no > packet.total)) return bad('badPacket');
  const body = bytes.subarray(headSize, end);
  return good({
    id: u16(bytes, 0),
    phone,
    serial: u16(bytes, edition2019 ? 15 : 10),
    edition2019,
    // A body of another length than the head says was cut or joined on its way.
    checksumOk: sum === bytes[end] && body.length === (attributes & 0x3ff),
    packet,
    body,
  });
}

/** Cuts a stream of one connection into frames, however its pieces come. */
export type FrameSplitter = {
  feed: (chunk: Uint8Array, frame: (bytes: Uint8Array) => void, refuse: (flaw: VehicleFlaw) => void) => void;
};

/** Room that a begun frame is given at first; it doubles while the frame goes on. */
const firstRoom = 128;

/** A splitter by marks: what is damaged ends at the next mark, so that one bad frame costs no other. It holds one frame at most. */
export function createSplitter808(): FrameSplitter {
  // One buffer, not the pieces: each piece of a byte would take a hundred times as much.
  let held: Uint8Array | undefined;
  let size = 0;
  let skipping = false;
  const hold = (part: Uint8Array): void => {
    if (part.length === 0) return;
    const wanted = size + part.length;
    if (held === undefined || held.length < wanted) {
      const larger = new Uint8Array(Math.min(longestFrame, Math.max(firstRoom, wanted, 2 * size)));
      if (held !== undefined) larger.set(held.subarray(0, size));
      held = larger;
    }
    held.set(part, size);
    size = wanted;
  };
  const take = (frame: (bytes: Uint8Array) => void, last: Uint8Array): void => {
    if (held === undefined) {
      if (last.length > 0) frame(last);
      return;
    }
    hold(last);
    const whole = held.subarray(0, size);
    held = undefined;
    size = 0;
    frame(whole);
  };
  return {
    feed(chunk, frame, refuse) {
      let from = 0;
      while (from < chunk.length) {
        const end = chunk.indexOf(mark, from);
        const part = chunk.subarray(from, end < 0 ? chunk.length : end);
        if (!skipping && size + part.length > longestFrame) {
          refuse('tooLong');
          held = undefined;
          size = 0;
          skipping = true;
        }
        if (end < 0) {
          if (!skipping) hold(part);
          return;
        }
        if (skipping) skipping = false;
        else take(frame, part);
        from = end + 1;
      }
    },
  };
}

/** A message as bytes with its frame; `phone` of twenty digits is written as the edition of 2019 has it. */
export function writeFrame808({
  id,
  phone,
  serial,
  body,
  packet = null,
}: Pick<Jt808Message, 'id' | 'phone' | 'serial' | 'body'> & { packet?: Jt808Message['packet'] }): Uint8Array {
  const is2019 = phone.length > 12;
  const plain: number[] = [id >> 8, id & 0xff];
  const attributes = body.length | (packet === null ? 0 : 0x2000) | (is2019 ? 0x4000 : 0);
  plain.push(attributes >> 8, attributes & 0xff);
  if (is2019) plain.push(1);
  const digits = phone.padStart(is2019 ? 20 : 12, '0');
  for (let at = 0; at < digits.length; at += 2) plain.push(Number.parseInt(digits.slice(at, at + 2), 16));
  plain.push((serial >> 8) & 0xff, serial & 0xff);
  if (packet !== null) plain.push(packet.total >> 8, packet.total & 0xff, packet.no >> 8, packet.no & 0xff);
  for (const byte of body) plain.push(byte);
  plain.push(plain.reduce((sum, byte) => sum ^ byte, 0));
  const out = [mark];
  for (const byte of plain) {
    if (byte === 0x7d) out.push(0x7d, 1);
    else if (byte === mark) out.push(0x7d, 2);
    else out.push(byte);
  }
  out.push(mark);
  return Uint8Array.from(out);
}
