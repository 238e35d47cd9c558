import { createHash } from 'node:crypto';
import {
  type EdiMessage,
  type EdiNotice,
  type EdiProblem,
  type NoticeSource,
  type ProblemCode,
  instantOf,
  placeOf,
  problemCodes,
} from '#server/connectors/edifact/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Partner } from './partners.ts';

/** Reasons of our own, besides what is wrong with the text itself; with the same kind of texts. */
const handlingReasons = [
  'duplicate',
  'duplicate_differs',
  'unknown_sender',
  'foreign_sender',
  'no_subscription',
  'withdraws',
  'withdraws_nothing',
  'withdrawn',
  'answer_received',
  'answer_accepted',
  'answer_refused',
  'answer_unmatched',
] as const;
export type HandlingReason = (typeof handlingReasons)[number];

/** Problems kept with a message. */
const MAX_PROBLEMS = 200;

/** What the notices of a message are kept with. */
export const sourceOf = (message: EdiMessage, partner: Partner | undefined): NoticeSource => ({
  messageType: message.type ?? '',
  controlRef: message.interchange.controlRef,
  messageRef: message.messageRef,
  messageTime: message.messageTime,
  preparedAt: message.interchange.preparedAt,
  zone: partner?.zone ?? null,
});

/** What master data say against a message: times that cannot be reported, places nobody knows. */
export type CheckedMessage = { problems: EdiProblem[]; problemCount: number; refusedEvents: number };

const problemOf = (code: ProblemCode, notice: EdiNotice, value: string | null): EdiProblem => ({
  code,
  severity: problemCodes[code],
  segment: notice.segment,
  line: notice.line,
  tag: null,
  value: value?.slice(0, 200) ?? null,
});

/** The problems of a message with those that show only beside master data; each place is reported once. */
export function checkMessage(message: EdiMessage, source: NoticeSource, reference: ReferenceSnapshot): CheckedMessage {
  const problems = [...message.problems];
  let { problemCount, refusedEvents } = message;
  const places = new Set<string>();
  const add = (problem: EdiProblem): void => {
    problemCount += 1;
    if (problem.severity === 'event') refusedEvents += 1;
    if (problems.length < MAX_PROBLEMS) problems.push(problem);
  };
  for (const notice of message.notices) {
    // What a container is needs no time and no place.
    if (notice.kind === 'BOX') continue;
    const reported = notice.place?.code ?? notice.place?.name ?? '';
    if (!places.has(reported) && !placeOf(notice, source, reference.rules).isKnown) {
      places.add(reported);
      add(problemOf('unknown_place', notice, reported));
    }
    const time = instantOf(notice, source, reference.rules);
    if (time.problem !== undefined) add(problemOf(time.problem, notice, notice.time?.value ?? null));
  }
  return { problems, problemCount, refusedEvents };
}

/** Stable hash of what a message says, to know a repetition from another message under the same numbers. */
export const contentHash = (message: EdiMessage): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify([
        message.type,
        message.documentNo,
        ...(message.answer === null ? [] : [message.answer]),
        message.notices.map(({ segment: _s, line: _l, ...rest }) => rest),
      ]),
    )
    .digest()
    .subarray(0, 16);
