import { setImmediate as nextTurn } from 'node:timers/promises';
import { EnvelopeReader, type EnvelopeSink } from './envelope.ts';
import type { EdiMessage, FileProblem } from './message.ts';
import type { EdiProblem } from './problems.ts';
import { problemAt } from './problems.ts';
import type { Segment } from './segments.ts';
import type { ServiceString } from './service-string.ts';
import { EdifactTokenizer } from './tokenizer.ts';

/** Bytes worked off before looking at the clock; a slice takes a few milliseconds. */
const SLICE_BYTES = 32_768;
/** Crumbs are gathered up to this size, in bytes. */
const GATHER_BYTES = 16_384;
/** Longest time without letting others have their turn, in milliseconds. */
const TURN_MS = 10;

/** A file read to its end: what is wrong outside of its messages, and how much there was. */
export type FileSummary = { messages: number; bytes: number; problems: FileProblem[]; problemCount: number };

/** Problems kept of one file; the rest are counted. */
const MAX_FILE_PROBLEMS = 500;

/** A byte order mark of UTF-16 at the beginning of a file. */
function wideEncoding(first: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf-16le';
  return first[0] === 0xfe && first[1] === 0xff ? 'utf-16be' : undefined;
}

/** Bytes of a file as they are, or as UTF-8 when the file is in UTF-16. */
function makeNarrow(): (chunk: Uint8Array) => Uint8Array {
  let decoder: TextDecoder | undefined | null = null;
  return (chunk) => {
    if (decoder === null && chunk.length > 0) {
      const wide = wideEncoding(chunk);
      decoder = wide === undefined ? undefined : new TextDecoder(wide);
    }
    return decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk;
  };
}

/** Chunks of at least so many bytes: what comes in crumbs is not looked at crumb by crumb. */
async function* gathered(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  leastBytes: number,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes < leastBytes) continue;
    yield held.length === 1 ? chunk : Buffer.concat(held, heldBytes);
    held = [];
    heldBytes = 0;
  }
  if (heldBytes > 0) yield Buffer.concat(held, heldBytes);
}

/**
 * Reads EDIFACT from chunks of bytes: every message is handed over when it ends and the next bytes are read only when
 * `take` is done with it, so that the memory needed does not depend on the size of the file. Never throws because of
 * what it reads; gives way to others at least every few milliseconds.
 */
export async function readEdifact(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  take: (message: EdiMessage) => Promise<void> | void,
  gatherBytes = GATHER_BYTES,
): Promise<FileSummary> {
  const ready: EdiMessage[] = [];
  const summary: FileSummary = { messages: 0, bytes: 0, problems: [], problemCount: 0 };
  const sink: EnvelopeSink = {
    message: (message) => void ready.push(message),
    problem: (problem) => {
      summary.problemCount += 1;
      if (summary.problems.length < MAX_FILE_PROBLEMS) summary.problems.push(problem);
    },
  };
  const reader: EnvelopeReader = new EnvelopeReader(sink, () => tokenizer);
  const tokenizer: EdifactTokenizer = new EdifactTokenizer({
    segment: (segment) => reader.segment(segment),
    problem: (problem) => reader.problem(problem),
  });
  const handOver = async (): Promise<void> => {
    for (const message of ready.splice(0)) await take(message);
  };
  const narrow = makeNarrow();
  let turn = performance.now();
  for await (const chunk of gathered(chunks, gatherBytes)) {
    summary.bytes += chunk.length;
    for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
      tokenizer.push(narrow(chunk.subarray(at, at + SLICE_BYTES)));
      if (ready.length > 0) await handOver();
      if (performance.now() - turn > TURN_MS) {
        await nextTurn();
        turn = performance.now();
      }
    }
  }
  tokenizer.end();
  reader.end();
  await handOver();
  summary.messages = reader.count;
  if (reader.count === 0) {
    summary.problems.push({ interchange: null, problem: problemAt('not_edifact', null) });
    summary.problemCount += 1;
  }
  return summary;
}

/** The segments of a piece of a file, with numbers and lines as in the file; at most `limit`. */
export function readSegments(
  bytes: Uint8Array,
  about: { service: ServiceString; syntaxId: string | null; firstSegment: number; firstLine: number },
  limit: number,
): { segments: Segment[]; problems: EdiProblem[]; isCut: boolean } {
  const segments: Segment[] = [];
  const problems: EdiProblem[] = [];
  let isCut = false;
  const tokenizer = new EdifactTokenizer({
    segment: (segment) => {
      if (segments.length >= limit) isCut = true;
      else {
        const number = segment.number + about.firstSegment - 1;
        segments.push({ ...segment, number, line: segment.line + about.firstLine - 1 });
      }
    },
    problem: (problem) => void problems.push(problem),
  });
  tokenizer.begin(about.service, about.syntaxId ?? 'UNOA');
  for (let at = 0; at < bytes.length && !isCut; at += SLICE_BYTES) tokenizer.push(bytes.subarray(at, at + SLICE_BYTES));
  if (!isCut) tokenizer.end();
  return { segments, problems, isCut };
}
