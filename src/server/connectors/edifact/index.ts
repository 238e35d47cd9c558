import { type Connector, PullFailure } from '../types.ts';
import { parseNotices } from './parse.ts';

export type { EdiAnswer } from './mapper.ts';
export type { EdiMessage, EdiParty, FileProblem } from './message.ts';
export type { EdiNotice } from './notice.ts';
export { writeNoticeBody } from './parse.ts';
export { problemCodes } from './problems.ts';
export type { EdiProblem, ProblemCode } from './problems.ts';
export { readEdifact, readSegments } from './read-edifact.ts';
export type { Segment } from './segments.ts';
export { readService, serviceText } from './service-string.ts';
export { instantOf, placeOf } from './to-event.ts';
export type { NoticeSource } from './to-event.ts';
export { noticesOf, writeIftsta } from './write-iftsta.ts';

/** Partners that send EDIFACT. They bring their messages themselves: nobody asks them. */
export const edifactConnector: Connector = {
  protocol: 'edifact',
  queriedBy: 'nobody',
  emptyMeans: 'withdrawn',
  pull: () => Promise.reject(new PullFailure('bad_answer', 'messages of this partner are brought, not asked for')),
  parse: parseNotices,
};
