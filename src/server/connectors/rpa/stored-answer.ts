import { emptyContent } from '#domain/tracking/empty-content.ts';
import type { Connector, ParsedRecord } from '../types.ts';
import { asObject, attribute, parseJsonBytes, refusal } from '../untrusted.ts';
import { mappingParser, readMapping } from './mapping/mapping-parser.ts';
import { openAnswer } from './open-answer.ts';
import { findParser } from './registry.ts';
import { readBy } from './read-answer.ts';
import type { PageParser, RobotAnswer } from './types.ts';

/**
 * The body of a subscription's record: the answer as received and the version that reads it, so that what was made of
 * it can be made again at any time; a mapping is kept with it. Without a parser: the version that read it was rolled back, and no other reads it now.
 */
export const writeAnswerBody = (answer: RobotAnswer, parser: PageParser | null): Buffer =>
  Buffer.from(
    JSON.stringify({
      v: 1,
      parser: parser?.id ?? null,
      version: parser?.version ?? null,
      ...(parser?.mapping !== undefined && { mapping: parser.mapping }),
      answer,
    }),
  );

type StoredAnswer = { answer: RobotAnswer; parser: PageParser | null };

function readAnswerBody(body: Uint8Array): StoredAnswer | undefined {
  const stored = asObject(parseJsonBytes(body)?.value);
  const outline = stored === undefined ? undefined : asObject(attribute(stored, 'answer'));
  if (stored === undefined || outline === undefined || typeof outline['text'] !== 'string') return undefined;
  if (!Number.isFinite(outline['collectedAt'])) return undefined;
  // What we have written ourselves, so that only its outline is checked.
  const answer = outline as RobotAnswer;
  const id = attribute(stored, 'parser');
  if (id === undefined) return { answer, parser: null };
  const [version, kept] = [Number(attribute(stored, 'version')), attribute(stored, 'mapping')];
  const mapping = kept === undefined ? undefined : readMapping(kept);
  const parser =
    mapping === undefined
      ? findParser(String(id), version)
      : mappingParser({ id: String(id), version, carrierCode: answer.carrierCode, name: '', mapping });
  return parser === undefined ? undefined : { answer, parser };
}

/** What takes the place of a record that only a version read that was taken back: it says nothing, and why. */
const withdrawnRecord = (answer: RobotAnswer, about: Parameters<Connector['parse']>[1]): ParsedRecord => ({
  content: emptyContent(about.billNo?.trim().toUpperCase() ?? null, null, about.carrierCode),
  observedAt: Math.min(answer.collectedAt, about.receivedAt),
  refusals: [refusal('no_parser')],
});

/** Makes the record of a subscription of the newest answer about it. Never throws. */
export const parseStoredAnswer: Connector['parse'] = (bodies, about, reference) => {
  const body = bodies[bodies.length - 1];
  if (body === undefined) return { content: null, observedAt: about.receivedAt, refusals: [] };
  const stored = readAnswerBody(body);
  if (stored === undefined) return { content: null, observedAt: about.receivedAt, refusals: [refusal('unreadable')] };
  if (stored.parser === null) return withdrawnRecord(stored.answer, about);
  const { record } = readBy(stored.parser, openAnswer(stored.answer), reference);
  return { ...record, observedAt: Math.min(record.observedAt, about.receivedAt) };
};
