import { type Charset, charsetOf } from './charset.ts';
import { type EdiProblem, type ProblemCode, problemAt } from './problems.ts';
import type { Segment } from './segments.ts';
import { type ServiceString, defaultService, guessService, readService } from './service-string.ts';
import { splitSegment } from './split-segment.ts';

/** Longest segment that is read, in bytes: the longest of the directories is far below. */
export const MAX_SEGMENT_BYTES = 65_536;
/** Bytes in sight that suffice to tell where an interchange begins and by what it is separated. */
const LOOK_AHEAD = 1_024;

const [U, N, A, B, H] = [0x55, 0x4e, 0x41, 0x42, 0x48];
const LF = 0x0a;
const CR = 0x0d;

/** Takes what the tokenizer finds, in the order of the file. */
export type TokenSink = { segment: (segment: Segment) => void; problem: (problem: EdiProblem) => void };

/** Within bounds by construction. */
const byteAt = (bytes: Buffer, at: number): number => bytes[at] as number;
const isBlank = (byte: number): boolean =>
  byte === 0x20 || byte === LF || byte === CR || byte === 0x09 || byte === 0x00 || byte === 0x1a || byte === 0x0c;
const isAlphanumeric = (byte: number | undefined): boolean =>
  byte !== undefined &&
  ((byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a));

/**
 * Cuts EDIFACT into segments, chunk by chunk: what is held is never more than one segment. Never throws; problems are
 * reported with their place. Lines may be wrapped anywhere; a file may hold several interchanges, each with its own UNA.
 */
export class EdifactTokenizer {
  private readonly sink: TokenSink;
  private service: ServiceString = defaultService;
  private charset: Charset = charsetOf('UNOA');
  private isSeeking = true;
  private isSkipping = false;
  private rest: Buffer = Buffer.alloc(0);
  /** Byte of the file at which `rest` begins, and lines that ended before it. */
  private offset = 0;
  private lines = 0;
  private segments = 0;
  private garbage: { bytes: number; line: number } = { bytes: 0, line: 1 };

  constructor(sink: TokenSink) {
    this.sink = sink;
  }

  /** The separators in force. */
  get separators(): ServiceString {
    return this.service;
  }

  /** Takes separators and character set that are known from elsewhere, for a piece out of a file. */
  begin(service: ServiceString, syntaxId: string): void {
    this.service = service;
    this.charset = charsetOf(syntaxId);
    this.isSeeking = false;
  }

  /** The character set of the interchange that has begun. */
  setCharset(syntaxId: string): void {
    if (syntaxId !== this.charset.syntaxId) this.charset = charsetOf(syntaxId);
  }

  /** After the end of an interchange the next one is looked for. */
  seekNext(): void {
    this.isSeeking = true;
  }

  /** Takes the next bytes of the file. */
  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    this.consume(this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]), false);
  }

  /** The file is over. */
  end(): void {
    this.consume(this.rest, true);
    this.reportGarbage();
  }

  private consume(bytes: Buffer, isEnd: boolean): void {
    let at = 0;
    for (;;) {
      const next = this.isSeeking ? this.seek(bytes, at, isEnd) : this.take(bytes, at, isEnd);
      if (next === undefined) break;
      at = next;
    }
    at = this.settled;
    // What is kept must not hold on to a whole chunk.
    this.rest = isEnd ? Buffer.alloc(0) : Buffer.from(bytes.subarray(at));
    this.offset += at;
  }

  /** How far the present chunk is done with. */
  private settled = 0;

  private done(bytes: Buffer, from: number, to: number): number {
    for (let at = from; at < to; at += 1) if (bytes[at] === LF) this.lines += 1;
    this.settled = to;
    return to;
  }

  /** Looks for the beginning of an interchange; undefined when more bytes are needed. */
  private seek(bytes: Buffer, from: number, isEnd: boolean): number | undefined {
    this.settled = from;
    let at = from;
    while (at < bytes.length && isBlank(byteAt(bytes, at))) at += 1;
    if (at > from) from = this.done(bytes, from, at);
    for (;;) {
      at = bytes.indexOf(U, at);
      if (at < 0 || (!isEnd && bytes.length - at < LOOK_AHEAD)) break;
      const kind = this.kindAt(bytes, at);
      if (kind !== undefined) {
        this.addGarbage(bytes, from, at);
        this.reportGarbage();
        this.done(bytes, from, at);
        this.isSeeking = false;
        if (kind === 'UNA') return this.takeUna(bytes, at);
        this.service = guessService(bytes, at, Math.min(bytes.length, at + LOOK_AHEAD));
        return at;
      }
      at += 1;
    }
    // Bytes that may still become a beginning are looked at again.
    const stop = isEnd || at < 0 ? bytes.length : at;
    this.addGarbage(bytes, from, stop);
    this.done(bytes, from, stop);
    return undefined;
  }

  private kindAt(bytes: Buffer, at: number): 'UNA' | 'UNB' | 'UNH' | undefined {
    if (bytes[at + 1] !== N || isAlphanumeric(bytes[at - 1])) return undefined;
    const third = bytes[at + 2];
    if (third === A) {
      let next = at + 9;
      while (next < bytes.length && isBlank(byteAt(bytes, next))) next += 1;
      const isService = bytes[next] === U && bytes[next + 1] === N;
      return isService && readService(bytes, at + 3) !== undefined ? 'UNA' : undefined;
    }
    if (isAlphanumeric(bytes[at + 3]) || bytes[at + 3] === undefined || isBlank(byteAt(bytes, at + 3)))
      return undefined;
    if (third === B) return isAlphanumeric(bytes[at + 4]) && isAlphanumeric(bytes[at + 7]) ? 'UNB' : undefined;
    return third === H ? 'UNH' : undefined;
  }

  private addGarbage(bytes: Buffer, from: number, to: number): void {
    let found = 0;
    for (let at = from; at < to; at += 1)
      if (!isBlank(byteAt(bytes, at)) && bytes[at] !== this.service.terminator) found += 1;
    // A byte order mark is no garbage.
    if (this.offset + from === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) found -= 3;
    if (found <= 0) return;
    if (this.garbage.bytes === 0) this.garbage.line = this.lines + 1;
    this.garbage.bytes += found;
  }

  private reportGarbage(): void {
    const { bytes, line } = this.garbage;
    if (bytes > 0) this.sink.problem({ ...problemAt('leading_garbage', null, bytes), line });
    this.garbage.bytes = 0;
  }

  private takeUna(bytes: Buffer, at: number): number {
    this.service = readService(bytes, at + 3) ?? defaultService;
    return this.done(bytes, at, Math.min(bytes.length, at + 9));
  }

  /** Takes one segment; undefined when it does not end within the bytes. */
  private take(bytes: Buffer, from: number, isEnd: boolean): number | undefined {
    this.settled = from;
    const { terminator, release } = this.service;
    let start = from;
    while (start < bytes.length && isBlank(byteAt(bytes, start))) start += 1;
    if (start > from) from = this.done(bytes, from, start);
    if (start >= bytes.length) return undefined;
    if (bytes[start] === U && bytes[start + 1] === N && bytes[start + 2] === A && !this.isSkipping) {
      if (bytes.length - start < LOOK_AHEAD && !isEnd) return undefined;
      if (this.kindAt(bytes, start) === 'UNA') return this.takeUna(bytes, start);
    }
    let isPlain = true;
    let isAscii = true;
    for (let at = start; at < bytes.length; at += 1) {
      const byte = byteAt(bytes, at);
      if (byte === terminator) return this.finish(bytes, start, at, isPlain, isAscii);
      if (byte === release) {
        isPlain = false;
        at += 1;
        // A line may be wrapped between the release character and what it releases.
        while (at < bytes.length && (bytes[at] === LF || bytes[at] === CR)) at += 1;
        if (at < bytes.length && byteAt(bytes, at) > 0x7e) isAscii = false;
      } else if (byte < 0x20) isPlain = false;
      else if (byte > 0x7e) isAscii = false;
    }
    // Where lines end segments, the last line may do without its end.
    if (isEnd && terminator === LF) return this.finish(bytes, start, bytes.length, isPlain, isAscii);
    return this.wait(bytes, start, isEnd);
  }

  private finish(bytes: Buffer, start: number, at: number, isPlain: boolean, isAscii: boolean): number {
    if (this.isSkipping) {
      this.isSkipping = false;
      return this.done(bytes, start, Math.min(bytes.length, at + 1));
    }
    const place = {
      number: this.segments + 1,
      line: this.lines + 1,
      start: this.offset + start,
      end: this.offset + Math.min(bytes.length, at + 1),
    };
    const piece = bytes.subarray(start, at);
    let text: string;
    if (isAscii) text = piece.toString('latin1');
    else {
      const decoded = this.charset.decode(piece);
      text = decoded.text;
      if (decoded.isBroken)
        this.report('bad_charset', place.number, place.line, piece.toString('latin1', 0, 3), this.charset.syntaxId);
    }
    const next = this.done(bytes, start, Math.min(bytes.length, at + 1));
    const split = splitSegment(text, this.service, isPlain);
    // Two terminators in a row, or blanks between them, are no segment.
    if (split.tag === '' && split.elements.length === 0) return next;
    this.segments += 1;
    if (!/^[A-Z]{3}$/.test(split.tag)) this.report('bad_tag', place.number, place.line, null, text.slice(0, 60));
    this.sink.segment({ ...split, ...place });
    return next;
  }

  private wait(bytes: Buffer, start: number, isEnd: boolean): undefined {
    if (isEnd) {
      if (!this.isSkipping)
        this.report(
          'unfinished_segment',
          this.segments + 1,
          this.lines + 1,
          null,
          bytes.toString('latin1', start, start + 60),
        );
      this.done(bytes, start, bytes.length);
    } else if (bytes.length - start > MAX_SEGMENT_BYTES) {
      if (!this.isSkipping)
        this.report(
          'segment_too_long',
          this.segments + 1,
          this.lines + 1,
          null,
          bytes.toString('latin1', start, start + 60),
        );
      this.isSkipping = true;
      // The last byte may be a release character whose partner is still to come.
      this.done(bytes, start, bytes.length - 1);
    }
    return undefined;
  }

  private report(code: ProblemCode, number: number, line: number, tag: string | null, value: string): void {
    this.sink.problem({ ...problemAt(code, null, value), segment: number, line, tag });
  }
}
