import { type Connector, PullFailure } from '../types.ts';
import { parseStoredAnswer } from './stored-answer.ts';

export { MAX_ANSWER_CHARS, openAnswer } from './open-answer.ts';
export { formatsOf, orderOf } from './mapping/suggest-times.ts';
export { mappedRows } from './mapping/mapped-rows.ts';
export { mappingParser, readMapped, readMapping } from './mapping/mapping-parser.ts';
export { suggestMappings } from './mapping/suggest.ts';
export { readAnswer, readBy } from './read-answer.ts';
export type { AnswerReading } from './read-answer.ts';
export { chooseParser, findParser, pageParsers, shippedReleases } from './registry.ts';
export type { Releases } from './registry.ts';
export { writeAnswerBody } from './stored-answer.ts';
export type { PageParser, RobotAnswer } from './types.ts';

/** Pages of carriers that robots look at. A robot brings its answer itself: nobody asks for it here. */
export const rpaConnector: Connector = {
  protocol: 'rpa',
  queriedBy: 'robots',
  emptyMeans: 'unanswered',
  pull: () => Promise.reject(new PullFailure('bad_answer', 'pages of this carrier are brought by robots')),
  parse: parseStoredAnswer,
};
