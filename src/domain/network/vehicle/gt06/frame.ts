import { u16, u8 } from '../bytes.ts';
import type { FrameSplitter } from '../jt808/frame.ts';
import { type Read, type VehicleFlaw, bad, good } from '../types.ts';

/** A message of a GT06 device without its frame. */
export type Gt06Message = {
  protocol: number;
  serial: number;
  /** Begins with 79 79: some numbers of protocols mean something else there. */
  isLong: boolean;
  /** False: accepted, but what it says is not believed. */
  checksumOk: boolean;
  content: Uint8Array;
};

const table = Uint16Array.from({ length: 256 }, (_none, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 0 ? value >> 1 : (value >> 1) ^ 0x8408;
  return value;
});

const crcWith = (crc: number, byte: number): number => (crc >> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0);

/** CRC-ITU (X.25) of bytes. */
function crcItu(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0xffff;
  for (let at = from; at < to; at += 1) crc = crcWith(crc, u8(bytes, at));
  return ~crc & 0xffff;
}

/** Size of a whole frame whose first bytes are given; 0 = more are wanted, undefined = no frame begins here. */
function sizeOf(bytes: Uint8Array, at: number): number | undefined {
  const [first, second] = [bytes[at], bytes[at + 1]];
  if (second !== undefined && (first !== second || (first !== 0x78 && first !== 0x79))) return undefined;
  if (first !== 0x78 && first !== 0x79) return undefined;
  if (second === undefined || at + 3 > bytes.length) return 0;
  if (first === 0x78) return u8(bytes, at + 2) + 5;
  if (at + 4 > bytes.length) return 0;
  return u16(bytes, at + 2) + 6;
}

const longestFrame = 4096;
const isEnd = (bytes: Uint8Array, end: number): boolean => bytes[end - 2] === 0x0d && bytes[end - 1] === 0x0a;

/** Whether a piece of the stream ends a frame; its first byte may be the second one of the mark. */
const hasEnd = (chunk: Uint8Array): boolean =>
  chunk[0] === 0x0a || chunk.some((byte, at) => byte === 0x0d && chunk[at + 1] === 0x0a);

/** Some devices write a wrong length: the frame ends where an end mark follows the right check. One pass, however many marks there are. */
function endOfMislabelled(bytes: Uint8Array, at: number, size: number): number | undefined {
  const last = Math.min(bytes.length, at + size + 16);
  let crc = 0xffff;
  let to = at + 2;
  for (let end = at + 10; end <= last; end += 1) {
    for (; to < end - 4; to += 1) crc = crcWith(crc, u8(bytes, to));
    if (isEnd(bytes, end) && (~crc & 0xffff) === u16(bytes, end - 4)) return end;
  }
  return undefined;
}

/** The shortest whole frame: a number of a protocol without content. */
const shortestFrame = 10;

/**
 * Where a whole frame begins behind `at`, although more bytes are wanted for the one that seems to begin there: noise may look like
 * the beginning of a long frame. It counts only with its end mark and its right check. `look` asks for so many bytes to be looked at.
 */
function nextWhole(bytes: Uint8Array, at: number, look: (size: number) => boolean): number | undefined {
  for (let from = at + 1; from + shortestFrame <= bytes.length; from += 1) {
    const size = sizeOf(bytes, from);
    if (size === undefined || size < shortestFrame || from + size > bytes.length || !isEnd(bytes, from + size))
      continue;
    if (!look(size)) return undefined;
    const end = from + size - 4;
    if (crcItu(bytes, from + 2, end) === u16(bytes, end)) return from;
  }
  return undefined;
}

/** So many bytes are looked at for ends of mislabelled frames, per byte that came: beginnings without an end cost no more. */
const searchedPerByte = 8;

/** Cuts a stream into frames by their lengths; where something is wrong it looks for the next beginning. It holds one frame at most. */
export function createSplitterGt06(): FrameSplitter {
  let held: Uint8Array = new Uint8Array(0);
  const joined = (chunk: Uint8Array): Uint8Array => {
    if (held.length === 0) return chunk;
    const bytes = new Uint8Array(held.length + chunk.length);
    bytes.set(held);
    bytes.set(chunk, held.length);
    return bytes;
  };
  return {
    feed(chunk, frame, refuse) {
      const bytes = joined(chunk);
      let at = 0;
      let isLost = false;
      let mayLookAt = longestFrame + searchedPerByte * bytes.length;
      const look = (size: number): boolean => (mayLookAt -= size) >= 0;
      const endOf = (size: number): number | undefined => {
        if (isEnd(bytes, at + size)) return at + size;
        return look(size) ? endOfMislabelled(bytes, at, size) : undefined;
      };
      const lose = (flaw: VehicleFlaw): void => {
        if (!isLost) refuse(flaw);
        isLost = true;
        at += 1;
      };
      while (at < bytes.length) {
        const size = sizeOf(bytes, at);
        if (size === undefined || size > longestFrame) {
          lose(size === undefined ? 'badBody' : 'tooLong');
          continue;
        }
        if (size === 0 || at + size > bytes.length) {
          // Only a piece that ends a frame can make one whole.
          const whole = hasEnd(chunk) && look(bytes.length - at) ? nextWhole(bytes, at, look) : undefined;
          if (whole === undefined) break;
          lose('badBody');
          at = whole;
          continue;
        }
        const end = endOf(size);
        if (end === undefined) {
          lose('badBody');
          continue;
        }
        isLost = false;
        frame(bytes.subarray(at, end));
        at = end;
      }
      held = bytes.slice(at);
    },
  };
}

/** Reads a whole frame. */
export function readFrameGt06(bytes: Uint8Array): Read<Gt06Message> {
  const lengthSize = bytes[0] === 0x79 ? 2 : 1;
  const head = 2 + lengthSize;
  const end = bytes.length - 6;
  if (end < head + 1) return bad('short');
  return good({
    protocol: u8(bytes, head),
    serial: u16(bytes, end),
    isLong: lengthSize === 2,
    checksumOk: crcItu(bytes, 2, end + 2) === u16(bytes, end + 2),
    content: bytes.subarray(head + 1, end),
  });
}

/** A message as bytes with its frame. */
export function writeFrameGt06({ protocol, serial, content, ...frame }: Omit<Gt06Message, 'checksumOk'>): Uint8Array {
  const isLong = frame.isLong || content.length + 5 > 255;
  const size = content.length + 5;
  const head = isLong ? [0x79, 0x79, size >> 8, size & 0xff] : [0x78, 0x78, size];
  const plain = Uint8Array.from([...head, protocol, ...content, (serial >> 8) & 0xff, serial & 0xff]);
  const crc = crcItu(plain, 2, plain.length);
  return Uint8Array.from([...plain, crc >> 8, crc & 0xff, 0x0d, 0x0a]);
}
