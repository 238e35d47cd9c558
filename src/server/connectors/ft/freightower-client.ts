import { createHash } from 'node:crypto';
import { trimEndOf } from '#shared/text/normalize.ts';
import type { Access } from '../access/types.ts';
import { credentialValues, withAccess } from '../access/with-access.ts';
import { exchange, type ExchangeAnswer, requireSuccess } from '../exchange.ts';
import { PullFailure, type PullAnswer, type PullRequest } from '../types.ts';
import { asObject, attribute, cleanText, parseJsonBytes } from '../untrusted.ts';
import { freightowerAnswers } from './freightower-record.ts';

/** What HTTP would have said: Freightower tells it in the body and answers 200. */
const statusOfCode: Readonly<Record<number, number>> = {
  40_000: 400,
  40_020: 400,
  40_100: 401,
  40_101: 401,
  40_102: 401,
  40_103: 401,
  40_300: 403,
  42_900: 429,
};

/** The answer with the status that its body tells. */
function withToldStatus(answer: ExchangeAnswer): ExchangeAnswer {
  if (answer.status !== 200) return answer;
  const code = attribute(asObject(parseJsonBytes(answer.body)?.value) ?? {}, 'statusCode');
  const status = typeof code === 'number' ? statusOfCode[code] : undefined;
  return status === undefined ? answer : { ...answer, status };
}

/** A query subscribes and asks at once. */
function questionOf({ subject, billNo, containerNo, carrierCode }: PullRequest): string {
  return JSON.stringify({
    ...(subject === 'bill' ? { billNo: billNo ?? '' } : { containerNo: containerNo ?? '' }),
    carrierCode: carrierCode === '' ? 'AUTO' : carrierCode,
    isExport: 'E',
  });
}

/** Asks Freightower for a bill or container, which it follows from then on. The hash of the last answer serves as validator. Throws PullFailure. */
export async function pullFreightower(request: PullRequest, access: Access, firstField: string): Promise<PullAnswer> {
  const values = credentialValues(request.credential, firstField);
  const base = trimEndOf(request.baseUrl.trim(), '/');
  const text = `${base}/application/v1/query`;
  if (!URL.canParse(text)) throw new PullFailure('config_error', 'the address of the source is no URL');
  const body = questionOf(request);
  const endsAt = performance.now() + request.timeoutMs;
  const answer = await withAccess(access, values, request, async (proof) => {
    const timeoutMs = endsAt - performance.now();
    if (timeoutMs <= 0) throw new PullFailure('timeout', `no full answer within ${request.timeoutMs} ms`);
    const { maxBytes, signal, allowed, trace } = request;
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      ...proof.headers,
    };
    return withToldStatus(
      await exchange({
        method: 'POST',
        url: new URL(text),
        headers,
        body,
        timeoutMs,
        maxBytes,
        signal,
        allowed,
        trace,
      }),
    );
  });
  requireSuccess(answer, request.now);
  const code = attribute(asObject(parseJsonBytes(answer.body)?.value) ?? {}, 'statusCode');
  if (!Object.values<unknown>(freightowerAnswers).includes(code))
    throw new PullFailure('bad_answer', `code ${cleanText(String(code).slice(0, 40))}`);
  const etag = createHash('sha256').update(answer.body).digest('base64url');
  return etag === request.etag ? { kind: 'unchanged' } : { kind: 'answer', body: answer.body, etag };
}
