import { createHash } from 'node:crypto';
import { trimEndOf } from '#shared/text/normalize.ts';
import type { Access } from '../access/types.ts';
import { credentialValues, withAccess } from '../access/with-access.ts';
import { exchange, requireSuccess, retryAfterMs } from '../exchange.ts';
import { PullFailure, type PullAnswer, type PullRequest, type ExchangeAnswer } from '../types.ts';
import { asObject, attribute, cleanText, parseJsonBytes } from '../untrusted.ts';
import { freightowerAnswers, unknownCarrier } from './freightower-record.ts';

/** What HTTP would have stated: Freightower tells it in the body and answers 200. */
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

/** Without a reference, these outcomes say that the key was found right. */
const rightKeyCodes: readonly unknown[] = [40_000, 40_020];

const codeOf = (body: Uint8Array): unknown => attribute(asObject(parseJsonBytes(body)?.value) ?? {}, 'statusCode');
const reportsKeyIsRight = (body: Uint8Array): boolean => rightKeyCodes.includes(codeOf(body));

/** The answer with the status that its body tells. */
function withReportedStatus(answer: ExchangeAnswer, isTest: boolean): ExchangeAnswer {
  if (answer.status !== 200 || (isTest && reportsKeyIsRight(answer.body))) return answer;
  const code = codeOf(answer.body);
  const status = typeof code === 'number' ? statusOfCode[code] : undefined;
  return status === undefined ? answer : { ...answer, status };
}

/** Carriers that have another code at Freightower. */
const carrierCodes: Readonly<Record<string, string>> = { COSU: 'COS', HLC: 'HPL', ONEY: 'ONE' };

/** What is requested. The map of a shipment has to be opened with the same values. */
export const freightowerQuestion = ({
  subject,
  billNo,
  containerNo,
  carrierCode,
}: Pick<PullRequest, 'subject' | 'billNo' | 'containerNo' | 'carrierCode'>): Record<string, string> => ({
  ...(subject === 'bill' ? billNo !== null && { billNo } : containerNo !== null && { containerNo }),
  carrierCode: carrierCode === '' ? unknownCarrier : (carrierCodes[carrierCode] ?? carrierCode),
});

/** So long a customer waits who has asked too often: 60 calls in 10 seconds. */
const TOO_OFTEN_MS = 10_000;

/** Asks Freightower for a bill or container, which it follows from then on. The hash of the last answer serves as validator. Throws PullFailure. */
export async function pullFreightower(request: PullRequest, access: Access, firstField: string): Promise<PullAnswer> {
  const values = credentialValues(request.credential, firstField);
  if (Object.keys(values).length === 0) throw new PullFailure('config_error', 'the source has no keys');
  const isTest = request.billNo === null && request.containerNo === null;
  const base = trimEndOf(request.baseUrl.trim(), '/');
  const text = `${base}/application/v1/query`;
  if (!URL.canParse(text)) throw new PullFailure('config_error', 'the address of the source is no URL');
  const body = JSON.stringify(freightowerQuestion(request));
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
    return withReportedStatus(
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
      isTest,
    );
  });
  if (answer.status === 429)
    throw new PullFailure('rate_limited', 'HTTP 429', retryAfterMs(answer.headers, request.now) ?? TOO_OFTEN_MS);
  requireSuccess(answer, request.now);
  const code = codeOf(answer.body);
  if (isTest && reportsKeyIsRight(answer.body)) return { kind: 'answer', body: answer.body, etag: null };
  if (!Object.values<unknown>(freightowerAnswers).includes(code))
    throw new PullFailure('bad_answer', `code ${cleanText(String(code).slice(0, 40))}`);
  const etag = createHash('sha256').update(answer.body).digest('base64url');
  return etag === request.etag ? { kind: 'unchanged' } : { kind: 'answer', body: answer.body, etag };
}
