import { shownValue } from '../untrusted.ts';
import type { Segment } from './segments.ts';

/**
 * What can be wrong with a file, an interchange, a message or one event. Each has a text `edi.problem.<code>` in the
 * message catalogue.
 */
export const problemCodes = {
  /** Nothing of the file is EDIFACT. */
  not_edifact: 'refusal',
  /** Text before the first service segment, or between interchanges. */
  leading_garbage: 'warning',
  /** A segment that does not end within the longest sensible length. */
  segment_too_long: 'refusal',
  /** The file ends inside a segment. */
  unfinished_segment: 'refusal',
  /** What stands where a tag of three letters belongs. */
  bad_tag: 'warning',
  /** Bytes that the declared character set does not have. */
  bad_charset: 'warning',
  /** A character set nobody here can read. */
  unknown_charset: 'warning',
  /** A message without an interchange around it. */
  missing_unb: 'warning',
  /** An interchange that does not end. */
  missing_unz: 'warning',
  /** UNZ without an interchange. */
  stray_unz: 'warning',
  /** UNZ counts other messages or groups than there are. */
  unz_count: 'warning',
  /** UNZ names another interchange than UNB. */
  unz_reference: 'warning',
  /** UNE counts other messages than there are. */
  une_count: 'warning',
  /** UNE names another group than UNG. */
  une_reference: 'warning',
  /** A group that does not end. */
  missing_une: 'warning',
  /** Segments outside of any message. */
  stray_segment: 'warning',
  /** A message that does not end: it was cut off. */
  missing_unt: 'refusal',
  /** UNT counts other segments than there are. */
  unt_count: 'warning',
  /** UNT names another message than UNH. */
  unt_reference: 'refusal',
  /** A message without reference or type. */
  bad_unh: 'refusal',
  /** An interchange without sender, receiver or control reference. */
  bad_unb: 'warning',
  /** A message of a type that nobody here reads. */
  unsupported_type: 'refusal',
  /** A message of a type that is known and not used here: a stowage plan, an instruction. */
  unused_type: 'warning',
  /** A booking that its carrier has not accepted. */
  booking_declined: 'warning',
  /** An answer that does not say to which interchange, or what. */
  bad_answer: 'refusal',
  /** No BGM, or one whose meaning is not known. */
  bad_bgm: 'warning',
  /** An interchange marked as a test. */
  test_interchange: 'warning',
  /** A message that has nothing to tell. */
  no_events: 'warning',
  /** More events than one honest message can hold. */
  too_many_events: 'event',
  /** CNT counts other containers than there are. */
  cnt_count: 'warning',
  /** A status segment with no code and no words: its category alone says nothing. */
  missing_status: 'event',
  /** A code of a list that is not known: of a carrier or a partner. */
  unknown_list: 'event',
  /** A code whose own words say something else. */
  contradicting_status: 'event',
  /** A status that is not known, or that says nothing about the way of a container. */
  unknown_status: 'event',
  /** A status that is known and is no step on the way of a container: a delay, a paper. */
  silent_status: 'warning',
  /** A move that is none on the way of the cargo: a shift on board, a container that did not come. */
  not_a_move: 'warning',
  /** Whether the container was loaded or discharged cannot be reported. */
  unknown_direction: 'event',
  /** An event without a time. */
  missing_time: 'event',
  /** No real date and time, or one outside the years 2000 to 2100. */
  bad_time: 'event',
  /** A local time at a place whose zone nobody knows. */
  no_zone: 'event',
  /** An event without any reference by which a shipment can be found. */
  missing_reference: 'event',
  /** A container number of an impossible shape. */
  bad_container: 'event',
  /** A container number whose check digit is wrong. */
  container_check_digit: 'warning',
  /** A place that is no UN/LOCODE and no known alias. */
  unknown_place: 'warning',
} as const satisfies Record<string, 'refusal' | 'warning' | 'event'>;

export type ProblemCode = keyof typeof problemCodes;
/** refusal: nothing of the message is taken; event: one event is not taken; warning: it is taken all the same. */
export type ProblemSeverity = (typeof problemCodes)[ProblemCode];

/** One problem with its place in the file. */
export type EdiProblem = {
  code: ProblemCode;
  severity: ProblemSeverity;
  /** Number of the segment in the file and its line, from 1; null for the file as a whole. */
  segment: number | null;
  line: number | null;
  tag: string | null;
  /** What was found, shortened to 200 characters. */
  value: string | null;
};

/** Problems kept per message; the rest are counted. */
const MAX_PROBLEMS = 200;

/** A problem at a segment. */
export function problemAt(
  code: ProblemCode,
  at: Pick<Segment, 'number' | 'line' | 'tag'> | null,
  value?: unknown,
): EdiProblem {
  return {
    code,
    severity: problemCodes[code],
    segment: at?.number ?? null,
    line: at?.line ?? null,
    tag: at?.tag ?? null,
    value: shownValue(value),
  };
}

/** Collects problems up to a limit and counts all of them. */
export class ProblemList {
  readonly kept: EdiProblem[] = [];
  count = 0;
  /** Problems that each cost one event. */
  events = 0;
  refused = false;

  add(problem: EdiProblem): void {
    this.count += 1;
    if (problem.severity === 'event') this.events += 1;
    if (problem.severity === 'refusal') this.refused = true;
    // What refuses the whole message has to be seen, however many others there are.
    if (this.kept.length < MAX_PROBLEMS || problem.severity === 'refusal') this.kept.push(problem);
  }
}
