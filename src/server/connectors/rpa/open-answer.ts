import { parseOutsideJson } from '#shared/text/json-limits.ts';
import { noPage, readPage } from './page.ts';
import type { OpenedAnswer, RobotAnswer } from './types.ts';

/** Characters of an answer that are taken; more is no page of one shipment. */
export const MAX_ANSWER_CHARS = 500_000;

/** Takes an answer apart once, for all parsers that look at it. Never throws. */
export function openAnswer(answer: RobotAnswer): OpenedAnswer {
  const text = answer.text.slice(0, MAX_ANSWER_CHARS);
  return answer.contentType === 'html'
    ? { ...answer, page: readPage(text), json: undefined }
    : { ...answer, page: noPage, json: parseOutsideJson(text)?.value };
}
