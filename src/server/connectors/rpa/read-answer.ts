import type { Connector, ParsedRecord, ParseReference } from '../types.ts';
import { refusal } from '../untrusted.ts';
import { openAnswer } from './open-answer.ts';
import { type Releases, chooseParser } from './registry.ts';
import { recordOf } from './to-record.ts';
import type { OpenedAnswer, PageParser, PageRecord, RobotAnswer } from './types.ts';

type About = Parameters<Connector['parse']>[1];

/** What became of an answer: `unknown` = the carrier does not know the shipment, `refused` = nothing of it is taken. */
export type AnswerState = 'parsed' | 'partly' | 'unknown' | 'refused';

/** An answer as a parser read it. */
export type AnswerReading = {
  state: AnswerState;
  parser: PageParser | null;
  record: ParsedRecord;
  /** Rows that were read. */
  events: number;
  refusedEvents: number;
};

/** What an answer is about, in the words of the pipeline. */
const aboutOf = (answer: RobotAnswer): About & { collectedAt: number } => ({
  subject: answer.subject,
  billNo: answer.subject === 'bill' ? answer.subjectNo : null,
  containerNo: answer.subject === 'container' ? answer.subjectNo : null,
  carrierCode: answer.carrierCode,
  receivedAt: answer.collectedAt,
  collectedAt: answer.collectedAt,
});

const refusedWhole = (reason: 'no_parser' | 'unreadable', answer: RobotAnswer): AnswerReading => ({
  state: 'refused',
  parser: null,
  record: { content: null, observedAt: answer.collectedAt, refusals: [refusal(reason)] },
  events: 0,
  refusedEvents: 0,
});

/** The record of a page: of a parcel as the parser makes it, of a ship by its notices. */
function makeRecord(parser: PageParser, answer: OpenedAnswer, reference: ParseReference): PageRecord {
  if ('readParcel' in parser) return parser.readParcel(answer, aboutOf(answer), reference);
  const reading = parser.parse(answer);
  const events = reading.notices.length + (reading.moves?.length ?? 0);
  return {
    isUnknown: reading.isUnknown,
    events,
    total: events + reading.refusals.filter(({ index }) => index !== null).length,
    record: recordOf(reading, aboutOf(answer), reference),
  };
}

/** Reads an answer by one version of a parser. A page of which less than half can be read is not taken at all. */
export function readBy(parser: PageParser, answer: OpenedAnswer, reference: ParseReference): AnswerReading {
  const { isUnknown, events, total, record: made } = makeRecord(parser, answer, reference);
  const cut = answer.page.isCut ? [refusal('too_many_events', { field: 'page' })] : [];
  const record = { ...made, refusals: [...made.refusals, ...cut] };
  const rows = record.refusals.filter(({ index }) => index !== null).length;
  const shared = { parser, events, refusedEvents: rows };
  if (isUnknown) return { ...shared, state: 'unknown', record };
  if (record.content === null || rows * 2 > total) {
    const refusals = [...record.refusals, refusal('parsed_badly', { value: `${rows}/${total}` })];
    return { ...shared, state: 'refused', record: { ...record, content: null, refusals } };
  }
  return { ...shared, state: record.refusals.length > 0 ? 'partly' : 'parsed', record };
}

/** Reads an answer by whichever released version accepts it, of the product or of `made`; refused when none does. Never throws. */
export function readAnswer(
  answer: RobotAnswer,
  releases: Releases,
  reference: ParseReference,
  made: readonly PageParser[] = [],
): AnswerReading {
  const opened = openAnswer(answer);
  const parser = chooseParser(opened, releases, made);
  if (parser !== undefined) return readBy(parser, opened, reference);
  const isBroken = answer.contentType === 'json' && opened.json === undefined;
  return refusedWhole(isBroken ? 'unreadable' : 'no_parser', answer);
}
