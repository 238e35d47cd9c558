import type { Connector } from '../types.ts';
import { asObject, attribute, parseJsonBytes, refusal } from '../untrusted.ts';
import { openAnswer } from './open-answer.ts';
import { findParser } from './registry.ts';
import { readBy } from './read-answer.ts';
import type { PageParser, RobotAnswer } from './types.ts';

/**
 * The body of a subscription's record: the answer as received and the version that reads it, so that what was made of
 * it can be made again at any time.
 */
export const writeAnswerBody = (answer: RobotAnswer, parser: PageParser): Buffer =>
  Buffer.from(JSON.stringify({ v: 1, parser: parser.id, version: parser.version, answer }));

type StoredAnswer = { answer: RobotAnswer; parser: PageParser };

function readAnswerBody(body: Uint8Array): StoredAnswer | undefined {
  const stored = asObject(parseJsonBytes(body)?.value);
  const answer = stored === undefined ? undefined : asObject(attribute(stored, 'answer'));
  if (stored === undefined || answer === undefined || typeof answer['text'] !== 'string') return undefined;
  const parser = findParser(String(attribute(stored, 'parser')), Number(attribute(stored, 'version')));
  if (parser === undefined || !Number.isFinite(answer['collectedAt'])) return undefined;
  return { answer: answer as RobotAnswer, parser };
}

/** Makes the record of a subscription of the newest answer about it. Never throws. */
export const parseStoredAnswer: Connector['parse'] = (bodies, about, reference) => {
  const body = bodies[bodies.length - 1];
  if (body === undefined) return { content: null, observedAt: about.receivedAt, refusals: [] };
  const stored = readAnswerBody(body);
  if (stored === undefined) return { content: null, observedAt: about.receivedAt, refusals: [refusal('unreadable')] };
  const { record } = readBy(stored.parser, openAnswer(stored.answer), reference);
  return { ...record, observedAt: Math.min(record.observedAt, about.receivedAt) };
};
